import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Smaller files gain nothing, in bytes. */
const WORTH_IT = 1_024;
const TEXT = /\.(js|css|json|svg)$/;

const FORMS = {
  br: (text) => promisify(zlib.brotliCompress)(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (text) => promisify(zlib.gzip)(text, { level: 9 }),
};

/** Puts compressed forms beside the files of a folder; who serves the folder sends them to who asks for them. */
export async function compressFiles(folder) {
  for (const name of readdirSync(folder).filter((each) => TEXT.test(each))) {
    const text = await readFile(path.join(folder, name));
    if (text.length < WORTH_IT) continue;
    for (const [extension, compress] of Object.entries(FORMS))
      await writeFile(path.join(folder, `${name}.${extension}`), await compress(text));
  }
}
