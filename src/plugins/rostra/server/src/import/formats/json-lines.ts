import type { SourceRecord } from '../record';
import type { Content } from './content';
import { wholeLines } from './lines';
import { parseJson } from './parse-json';

/** Reads one JSON record per line; skips empty lines. Errors: SourceError with the line. */
export async function* jsonLines(content: Content, label: string): AsyncIterable<SourceRecord> {
  let record = 0;
  for await (const { bytes, line: first } of wholeLines(content, label)) {
    let line = first;
    for (const each of bytes.toString('utf8').replace(/\n$/, '').split('\n')) {
      const text = each.trim();
      if (text !== '') {
        record += 1;
        yield { record, line, value: parseJson(text, { label, line, record }) };
      }
      line += 1;
    }
  }
}
