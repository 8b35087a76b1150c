import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { type Kind, kindOfExtension, kindOfType, kinds } from './kinds';

/** Markup that only pages, drawings and programs contain. */
const ACTIVE =
  /<\s*(!doctype|\?xml|html|head|body|script|svg|iframe|object|embed|link|meta|style|base|form|img|x:)|javascript:|<!\[cdata\[/i;
/** Control characters except tab and line ends: no table contains them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for these
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;
/** How much of a chunk is searched again with the next one, in characters: markup may span both. */
const OVERLAP = 64;

/**
 * Detects the kind of a file by its content; undefined if the service does not accept it. The name counts only for CSV, which
 * has no signature: it is text without markup in a file named `.csv`.
 */
export async function kindOf(path: string, name: string): Promise<Kind | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  const fileType = await fileTypeFromFile(path);
  if (fileType) return kindOfType(fileType.mime);
  return kindOfExtension(extname(name)) === kinds.csv && (await isTable(path)) ? kinds.csv : undefined;
}

/** Whether a file is plain text, without control characters or markup that a browser might run. */
async function isTable(path: string): Promise<boolean> {
  let last = '';
  // Latin-1 maps every byte, so tables in Big5 can be read too; the search is for ASCII only.
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = last + chunk;
    if (CONTROL.test(text) || ACTIVE.test(text)) return false;
    if (last === '' && /^(\xef\xbb\xbf)?\s*(<|#!|%!|%PDF)/.test(text)) return false;
    last = text.slice(-OVERLAP);
  }
  return true;
}
