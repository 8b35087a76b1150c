import type { Identified, Summary } from '../../plugins/rostra/server/src/plan/types';
import { quantity } from '../command';
import { placeText } from './print-values';
import { visible } from './visible';

/** Says which stored records get an identifier at the source of the import, and how many there are. */
export function* describeIdentified(
  { sourceName = '', identified, identifiedCount }: Pick<Summary, 'sourceName' | 'identified' | 'identifiedCount'>,
  show: number,
): Iterable<string> {
  if (identifiedCount === 0) return;
  const shown = identified.slice(0, show);
  for (const each of shown) yield describe(each, sourceName);
  if (identifiedCount > shown.length) yield `… and ${identifiedCount - shown.length} more (--show ${identifiedCount})`;
  yield `${quantity(identifiedCount, 'stored record')} will be known by the identifiers that ${sourceName} has for them.`;
}

/** `Identified: rs_bills 12 (bills.csv, record 3): "A-1" at lis, formerly "A-0", found by its id`. */
function describe({ resource, number, externalId, former, by, ...place }: Identified, sourceName: string): string {
  const before = former === undefined ? '' : `, formerly "${visible(former)}"`;
  const how = by === 'id' ? 'its id' : '--match';
  return `Identified: ${resource} ${number} (${placeText(place)}): "${visible(externalId)}" at ${sourceName}${before}, found by ${how}`;
}
