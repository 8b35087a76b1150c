import type { Content } from './content';
import { SAVE_AS_UTF8 } from './lines';

/** How the records of a file are written. */
export type Format = 'array' | 'lines' | 'csv' | 'xlsx';

/** The endings of the files that a folder is searched for. */
export const ENDINGS = ['.json', '.ndjson', '.jsonl', '.csv', '.tsv', '.xlsx'];

/**
 * The format of a file: what its ending says (`.csv`), and for any other one what it holds. Answers what is wrong, and what to do,
 * where both do not agree, or where it is nothing that can be read.
 */
export async function formatOf(content: Content, ending: string): Promise<{ format: Format } | { fault: string }> {
  const head = await content.at(0, 4096);
  const fault = unreadable(head, ending);
  if (fault) return { fault };
  if (head.subarray(0, 4).equals(ZIP)) return { format: 'xlsx' };
  const first = /^\uFEFF?\s*(\S?)/.exec(head.toString('utf8'))?.[1] ?? '';
  if (first === '<') return { fault: 'is HTML or XML: is it a page that was saved in place of the data?' };
  if (JSON_ENDINGS.includes(ending)) return jsonIn(first, ending);
  if (!ENDINGS.includes(ending)) return { format: first === '[' ? 'array' : first === '{' ? 'lines' : 'csv' };
  return first === '[' || first === '{' ? { fault: 'holds JSON: name it .json' } : { format: 'csv' };
}

const JSON_ENDINGS = ['.json', '.ndjson', '.jsonl'];
const ZIP = Buffer.from('PK\u0003\u0004');
/** The format of .xls files, and of workbooks with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const UTF16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

function jsonIn(first: string, ending: string): { format: Format } | { fault: string } {
  if (first === '[') return { format: 'array' };
  if (first === '{' || (first === '' && ending !== '.json')) return { format: 'lines' };
  if (first === '') return { fault: 'is empty: a list of no records is written []' };
  return { fault: 'no JSON array, and no JSON object in each line: is it CSV? Then name it .csv' };
}

function unreadable(head: Buffer, ending: string): string | undefined {
  const isZip = head.subarray(0, 4).equals(ZIP);
  if (isZip && ENDINGS.includes(ending) && ending !== '.xlsx') return 'is a workbook: name it .xlsx';
  if (isZip) return undefined;
  if (head.subarray(0, 4).equals(OLE))
    return 'is an old workbook (.xls) or has a password: save it as .xlsx, without one';
  if (UTF16.some((mark) => head.subarray(0, 2).equals(mark))) return `is UTF-16: ${SAVE_AS_UTF8}`;
  if (head.includes(0)) return `is no text, or in UTF-16: ${SAVE_AS_UTF8}`;
  if (ending === '.xlsx') return 'is no workbook: is it CSV? Then name it .csv';
  return undefined;
}
