import type { Json } from '../../common/json';
import { visible } from './visible';

/** The place of a record: `bills.csv, record 3 (line 4)`; of what concerns a whole file, `bills.csv`. */
export const placeText = ({ file, record, line }: { file: string; record: number; line?: number }): string =>
  visible(
    record === 0 ? file : line === undefined ? `${file}, record ${record}` : `${file}, record ${record} (line ${line})`,
  );

const MAX_LENGTH = 60;

/** A value as JSON, shortened. */
export function short(value: Json | undefined): string {
  // Provisional ids.
  const text = JSON.stringify(value ?? null).replaceAll(/(?<![\d."])-2\d{9}(?!\d)/g, '(new)');
  const characters = Array.from(text.slice(0, 2 * MAX_LENGTH));
  return visible(characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : text);
}
