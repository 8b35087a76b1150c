import { errors } from '@strapi/utils';

/** The errors for refused files, with bilingual messages for the panel. */
export const refusals = {
  kind: (name: string) =>
    new errors.ValidationError(
      `未上傳「${name}」：只接受圖片（PNG、JPEG、GIF、WebP、AVIF）、PDF、CSV、聲音與影片，並以檔案內容（而非檔名）判斷；SVG 請先轉成 PNG — ` +
        `Not uploaded: ${name}. Only images (PNG, JPEG, GIF, WebP, AVIF), PDF, CSV, audio and video are accepted; the content counts, not the name. Convert an SVG to PNG first`,
    ),
  logo: (name: string) =>
    new errors.ValidationError(
      `未上傳「${name}」：標誌只接受 PNG 與 JPEG 圖片，並以檔案內容（而非檔名）判斷 — ` +
        `Not uploaded: ${name}. A logo must be a PNG or JPEG image; the content counts, not the name`,
    ),
  otherKind: (name: string, extension: string) =>
    new errors.ValidationError(
      `未取代：「${name}」的格式與原檔（${extension}）不同，請另行上傳 — ` +
        `Not replaced: the content of ${name} has a different format than the original file (${extension}); upload it as a new file`,
    ),
  name: (maxLength: number) =>
    new errors.ValidationError(
      `檔名不得超過 ${maxLength} 個字元，也不可含有 / 或 \\ — A file name may have at most ${maxLength} characters and must not contain / or \\`,
    ),
  address: () =>
    new errors.ApplicationError(
      '不從網址擷取檔案：請先下載到電腦再上傳 — Files cannot be fetched from an address: download the file, then upload it from your computer',
    ),
};
