import { isUtf8 } from 'node:buffer';
import { faultInLine } from '../record';
import type { Content } from './content';

/** Some whole lines of a file, and the number of the first one, from 1. */
export interface Lines {
  bytes: Buffer;
  line: number;
}

/** The size limit of a record: far beyond any real one, but small enough for memory. */
export const MAX_RECORD_BYTES = 32 * 1024 * 1024;

/** Advice for a file in another encoding. */
export const SAVE_AS_UTF8 = 'save it as UTF-8 (in Excel: Save as, "CSV UTF-8")';

const NEWLINE = 0x0a;

/** Reads content in blocks of whole lines, without byte order mark. Errors: SourceError for anything but UTF-8. */
export async function* wholeLines(content: Content, label: string): AsyncIterable<Lines> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunksOf(content)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const block = { bytes: bytes.subarray(0, end), line };
      ensureUtf8(block, label);
      yield block;
      line += newlinesIn(block.bytes);
    }
    rest = bytes.subarray(end);
    if (rest.length > MAX_RECORD_BYTES) throw faultInLine(label, line, `is longer than ${MAX_RECORD_BYTES} bytes`);
  }
  if (rest.length === 0) return;
  ensureUtf8({ bytes: rest, line }, label);
  yield { bytes: rest, line };
}

/** Reads content in chunks, without byte order mark. */
export async function* chunksOf(content: Content): AsyncIterable<Buffer> {
  let isFirst = true;
  for await (const chunk of content.stream() as AsyncIterable<Buffer>) {
    yield isFirst && chunk.subarray(0, BOM.length).equals(BOM) ? chunk.subarray(BOM.length) : chunk;
    isFirst = false;
  }
}

const BOM = Buffer.from('\uFEFF');

/** Counts line ends. */
function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function ensureUtf8({ bytes, line }: Lines, label: string): void {
  if (isUtf8(bytes)) return;
  for (let at = 0, lineNumber = line; at < bytes.length; lineNumber += 1) {
    const end = bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
    if (!isUtf8(bytes.subarray(at, end))) throw faultInLine(label, lineNumber, `is not UTF-8: ${SAVE_AS_UTF8}`);
    at = end;
  }
}
