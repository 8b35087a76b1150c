import type { Content } from './content';
import { SAVE_AS_UTF8 } from './lines';

/** The format of a file. */
export type Format = 'array' | 'lines' | 'csv' | 'xlsx';

/** The endings of the files that are read from a folder. */
export const ENDINGS = ['.json', '.ndjson', '.jsonl', '.csv', '.tsv', '.xlsx'];

/**
 * Detects the format of a file by its ending, and by its content if the ending is unknown. Returns a fault with advice if
 * the two contradict each other, or if the file is not readable.
 */
export async function formatOf(content: Content, ending: string): Promise<{ format: Format } | { fault: string }> {
  const head = await content.read(0, 4096);
  const fault = unreadable(head, ending);
  if (fault) return { fault };
  if (head.subarray(0, 4).equals(ZIP)) return { format: 'xlsx' };
  const first = /^\uFEFF?\s*(\S?)/.exec(head.toString('utf8'))?.[1] ?? '';
  if (first === '<') return { fault: 'is HTML or XML: perhaps a web page was saved instead of the data' };
  if (JSON_ENDINGS.includes(ending)) return jsonIn(first, ending);
  if (!ENDINGS.includes(ending)) return { format: first === '[' ? 'array' : first === '{' ? 'lines' : 'csv' };
  return first === '[' || first === '{' ? { fault: 'contains JSON: name it .json' } : { format: 'csv' };
}

const JSON_ENDINGS = ['.json', '.ndjson', '.jsonl'];
const ZIP = Buffer.from('PK\u0003\u0004');
/** The signature of .xls files and of workbooks with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const UTF16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

function jsonIn(first: string, ending: string): { format: Format } | { fault: string } {
  if (first === '[') return { format: 'array' };
  if (first === '{' || (first === '' && ending !== '.json')) return { format: 'lines' };
  if (first === '') return { fault: 'is empty: write [] for no records' };
  return { fault: 'is neither a JSON array nor one JSON object per line: if it is CSV, name it .csv' };
}

function unreadable(head: Buffer, ending: string): string | undefined {
  const isZip = head.subarray(0, 4).equals(ZIP);
  if (isZip && ENDINGS.includes(ending) && ending !== '.xlsx') return 'is a workbook: name it .xlsx';
  if (isZip) return undefined;
  if (head.subarray(0, 4).equals(OLE))
    return 'is an old workbook (.xls) or has a password: save it as .xlsx without a password';
  if (UTF16.some((mark) => head.subarray(0, 2).equals(mark))) return `is UTF-16: ${SAVE_AS_UTF8}`;
  if (head.includes(0)) return `is not text, or is UTF-16: ${SAVE_AS_UTF8}`;
  if (ending === '.xlsx') return 'is not a workbook: if it is CSV, name it .csv';
  return undefined;
}
