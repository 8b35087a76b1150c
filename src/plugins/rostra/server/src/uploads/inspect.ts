import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { type Kind, kindOfExtension, kindOfType, kinds } from './kinds';

/** What only pages, drawings and programs have, wherever it stands in a text. */
const ACTIVE =
  /<\s*(!doctype|\?xml|html|head|body|script|svg|iframe|object|embed|link|meta|style|base|form|img|x:)|javascript:|<!\[cdata\[/i;
/** Characters that no table has: control characters without tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;
/** How much of a text is looked at together with the next part, so that nothing is cut in two, in characters. */
const OVERLAP = 64;

/**
 * The kind of a file by its content, whatever its name says; undefined when it is none that is taken. The name counts only
 * for CSV, which has no mark of its own: it is text without markup that is named `.csv`.
 */
export async function kindOf(path: string, name: string): Promise<Kind | undefined> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path);
  if (found) return kindOfType(found.mime);
  return kindOfExtension(extname(name)) === kinds.csv && (await isTable(path)) ? kinds.csv : undefined;
}

/** Whether a file is plain text that no browser would take for a page: no markup, no control characters. */
async function isTable(path: string): Promise<boolean> {
  let last = '';
  // Latin 1 keeps every byte, so that tables in Big5 are read, too; all that is looked for is ASCII.
  for await (const chunk of createReadStream(path, 'latin1')) {
    const text = last + chunk;
    if (CONTROL.test(text) || ACTIVE.test(text)) return false;
    if (last === '' && /^(\xef\xbb\xbf)?\s*(<|#!|%!|%PDF)/.test(text)) return false;
    last = text.slice(-OVERLAP);
  }
  return true;
}
