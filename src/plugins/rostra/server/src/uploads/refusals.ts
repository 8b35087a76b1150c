import { errors } from '@strapi/utils';

/** Why a file is refused, as the panel tells it: in Chinese and English. */
export const refusals = {
  kind: (name: string) =>
    new errors.ValidationError(
      `未上傳「${name}」：只接受圖片（PNG、JPEG、GIF、WebP、AVIF）、PDF、CSV、聲音與影片，且以內容為準，不看檔名；SVG 請先轉成 PNG — ` +
        `Not uploaded: ${name}. Images (PNG, JPEG, GIF, WebP, AVIF), PDF, CSV, audio and video are taken, by their content, not by their name; save an SVG as PNG first`,
    ),
  logo: (name: string) =>
    new errors.ValidationError(
      `未上傳「${name}」：標誌只接受 PNG 與 JPEG 圖片，且以內容為準，不看檔名 — ` +
        `Not uploaded: ${name}. A logo is a PNG or JPEG image, by its content, not by its name`,
    ),
  otherKind: (name: string, extension: string) =>
    new errors.ValidationError(
      `未取代：「${name}」的內容與原檔（${extension}）不是同一種格式，請另外上傳 — ` +
        `Not replaced: ${name} is of another kind than the file that it replaces (${extension}); upload it as a new file`,
    ),
  name: (longest: number) =>
    new errors.ValidationError(
      `檔名請勿超過 ${longest} 個字，也不可含有 / 或 \\ — The name of a file has at most ${longest} characters, and no / or \\`,
    ),
  address: () =>
    new errors.ApplicationError(
      '不從網址擷取檔案：請先下載，再從電腦上傳 — Files are not fetched from addresses: download the file, then upload it from your computer',
    ),
};
