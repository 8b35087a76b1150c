import { errors } from '@strapi/utils';

/** The errors for refused files, with bilingual messages for the panel. */
export const refusals = {
  kind: (name: string) =>
    new errors.ValidationError(
      `未上傳「${name}」：只接受圖片（PNG、JPEG、GIF、WebP、AVIF）、PDF、CSV、聲音與影片，且以內容為準，不看檔名；SVG 請先轉成 PNG — ` +
        `Not uploaded: ${name}. Only images (PNG, JPEG, GIF, WebP, AVIF), PDF, CSV, audio and video are accepted; the content counts, not the name. Convert an SVG to PNG first`,
    ),
  logo: (name: string) =>
    new errors.ValidationError(
      `未上傳「${name}」：標誌只接受 PNG 與 JPEG 圖片，且以內容為準，不看檔名 — ` +
        `Not uploaded: ${name}. A logo must be a PNG or JPEG image; the content counts, not the name`,
    ),
  otherKind: (name: string, extension: string) =>
    new errors.ValidationError(
      `未取代：「${name}」的內容與原檔（${extension}）不是同一種格式，請另外上傳 — ` +
        `Not replaced: the content of ${name} has a different format than the original file (${extension}); upload it as a new file`,
    ),
  name: (longest: number) =>
    new errors.ValidationError(
      `檔名請勿超過 ${longest} 個字，也不可含有 / 或 \\ — A file name may have at most ${longest} characters and must not contain / or \\`,
    ),
  address: () =>
    new errors.ApplicationError(
      '不從網址擷取檔案：請先下載，再從電腦上傳 — Files cannot be fetched from an address: download the file, then upload it from your computer',
    ),
};
