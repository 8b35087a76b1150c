import type { JsonObject } from '../../../../../../common/json';
import type { SourceRecord } from '../../import/record';
import type { RecordComparison } from './compare-record';
import type { Settled } from './settle-edits';

/** A record of the input, compared with the stored one. */
export interface Comparison extends RecordComparison {
  sourceRecord: SourceRecord;
  publicId: number;
  /** Hash of the stored record; null if there is none. */
  before: string | null;
  /** Whether a new record is one that people have deleted. */
  isReturning: boolean;
  /** What becomes of what people have done. */
  settled: Settled[];
  /** What the input says of fields that will not have that value, or have it already though the last import said something else. */
  said: JsonObject;
  /** Of these the fields that people have given the value that the input has by now: from now on it counts as what the source says. */
  adopted: string[];
}
