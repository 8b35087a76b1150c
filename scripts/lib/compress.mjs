import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Smaller files gain nothing. In bytes. */
const MINIMUM_BYTES = 1_024;
const TEXT = /\.(js|css|json|svg)$/;

const ENCODERS = {
  br: (text) => promisify(zlib.brotliCompress)(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (text) => promisify(zlib.gzip)(text, { level: 9 }),
};

/** Writes compressed copies next to the files of a folder, for servers that offer precompressed files. */
export async function compressFiles(folder) {
  for (const name of readdirSync(folder).filter((each) => TEXT.test(each))) {
    const text = await readFile(path.join(folder, name));
    if (text.length < MINIMUM_BYTES) continue;
    for (const [extension, compress] of Object.entries(ENCODERS))
      await writeFile(path.join(folder, `${name}.${extension}`), await compress(text));
  }
}
