import path from 'node:path';

/** Options of Node.js for the programs that tests start, which find compiled code. The files are preloaded; their paths are absolute or in this folder. */
export const nodeOptions = (...preloads: string[]): string =>
  ['compiled-code.cjs', ...preloads]
    .map((file) => `--require "${path.resolve(__dirname, file).replaceAll(/[\\"]/g, '\\$&')}"`)
    .join(' ');
