import { isUtf8 } from 'node:buffer';
import { faultInLine, SourceError, type SourceRecord } from '../record';
import type { Content } from './content';
import { chunksOf, MAX_RECORD_BYTES, SAVE_AS_UTF8 } from './lines';
import { parseJson } from './parse-json';

/**
 * Reads the records of a JSON array, each with its first line number. Holds one record in memory at a time. Errors:
 * SourceError with record and line.
 */
export async function* jsonArray(content: Content, label: string): AsyncIterable<SourceRecord> {
  const scan: Scan = { state: 'before', depth: 0, isText: false, isEscaped: false, line: 1, begin: 1 };
  let parts: Buffer[] = [];
  let pending = 0;
  let record = 0;
  for await (const chunk of chunksOf(content)) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const event = step(scan, chunk[at] ?? 0);
      if (event === undefined) continue;
      if (event === 'fault') throw faultInLine(label, scan.line, faultAt(scan, record));
      if (event === 'begin') start = at;
      else {
        record += 1;
        yield recordOf(Buffer.concat([...parts, chunk.subarray(start, at)]), { label, line: scan.begin, record });
        [parts, pending] = [[], 0];
      }
    }
    if (scan.state !== 'record') continue;
    parts.push(chunk.subarray(start));
    pending += chunk.length - start;
    if (pending > MAX_RECORD_BYTES)
      throw faultInLine(label, scan.begin, `record ${record + 1} is longer than ${MAX_RECORD_BYTES} bytes`);
  }
  if (scan.state !== 'after') throw new SourceError(`${label}: not a JSON array: ${endOf(scan, record)}`);
}

/** The state of reading an array. `next`: a record must follow; `first`: a record or the end. */
interface Scan {
  state: 'before' | 'first' | 'next' | 'record' | 'after';
  /** How many brackets of the record are open. */
  depth: number;
  isText: boolean;
  isEscaped: boolean;
  line: number;
  /** The line where the record begins. */
  begin: number;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN, CLOSE, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const NEWLINE = 0x0a;

/** Reads one byte. Returns `begin` at the first byte of a record, `end` at the first byte after it, `fault` at an invalid byte. */
function step(scan: Scan, byte: number): 'begin' | 'end' | 'fault' | undefined {
  if (byte === NEWLINE) scan.line += 1;
  if (scan.state === 'record') return stepInRecord(scan, byte);
  if (byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d) return undefined;
  const { state } = scan;
  if (state === 'before' && byte === OPEN) scan.state = 'first';
  else if (state === 'first' && byte === CLOSE) scan.state = 'after';
  else if ((state === 'first' || state === 'next') && byte !== COMMA && byte !== CLOSE) {
    Object.assign(scan, { state: 'record', begin: scan.line });
    stepInRecord(scan, byte);
    return 'begin';
  } else return 'fault';
  return undefined;
}

function stepInRecord(scan: Scan, byte: number): 'end' | undefined {
  if (scan.isText) {
    if (scan.isEscaped) scan.isEscaped = false;
    else if (byte === BACKSLASH) scan.isEscaped = true;
    else if (byte === QUOTE) scan.isText = false;
    return undefined;
  }
  if (byte === QUOTE) scan.isText = true;
  else if (scan.depth === 0 && (byte === COMMA || byte === CLOSE)) {
    scan.state = byte === COMMA ? 'next' : 'after';
    return 'end';
  } else if (byte === OPEN || byte === OPEN_BRACE) scan.depth += 1;
  else if (byte === CLOSE || byte === CLOSE_BRACE) scan.depth -= 1;
  return undefined;
}

function recordOf(bytes: Buffer, place: { label: string; line: number; record: number }): SourceRecord {
  if (!isUtf8(bytes))
    throw faultInLine(place.label, place.line, `record ${place.record} is not UTF-8: ${SAVE_AS_UTF8}`);
  const value = parseJson(bytes.toString('utf8'), place);
  // In an array without line breaks, every record is in line 1.
  return { record: place.record, ...(place.line > 1 ? { line: place.line } : {}), value };
}

function faultAt({ state }: Scan, record: number): string {
  if (state === 'after') return 'not a JSON array: more text follows its end';
  if (state === 'before') return 'not a JSON array: it does not begin with [';
  return `not a JSON array: record ${record + 1} is missing`;
}

const endOf = ({ state, begin }: Scan, record: number): string =>
  state === 'record'
    ? `record ${record + 1}, which begins in line ${begin}, does not end. Is the file complete?`
    : `it does not end${record > 0 ? ` after record ${record}` : ''}. Is the file complete?`;
