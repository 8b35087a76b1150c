import { type Json, pick } from '../../../../../../common/json';
import { mapValues } from '../../../../../../common/maps';
import { referencesOf } from '../../operations/write';
import type { Resource } from '../../resource/resource';
import type { RecordEdits } from '../../store/history/edits';
import type { Identified, Said } from '../types';
import type { Comparison } from './comparison';
import { holdsNames } from './named';
import type { PlanState } from './state';

/**
 * What is to be noted of what the input says of a record: values, without those that name tags that are not created; and that it has a record
 * which no import of its source has had, if it does not write that.
 */
export function saidOf(
  state: Pick<PlanState, 'named'>,
  resource: Resource,
  {
    publicId: number,
    before,
    said,
    changed,
    given,
  }: Pick<Comparison, 'publicId' | 'before' | 'said' | 'changed' | 'given'>,
  edits: RecordEdits | undefined,
): Said[] {
  // Of what people have made, a note of the rest must tell that the field is kept: there is nothing else to compare with.
  const noted = edits?.wasImported === false ? mapValues(said, (value) => withoutNamed(state, value)) : said;
  const names = Object.keys(noted).filter(
    (name) =>
      !holdsNames(resource, name, noted[name]) &&
      !referencesOf(resource, noted, [name]).some(({ publicId: id = 0 }) => state.named.has(id)),
  );
  const isUnwritten = before !== null && changed.length === 0;
  const isFirst = isUnwritten && edits?.isKnown === false && given.length > 0;
  if (names.length === 0 && !isFirst) return [];
  // That a source has had what others have imported holds whatever somebody changes meanwhile. Of what no import has had, it says that it is as the file says.
  const dependsOnValues = names.length > 0 || !edits?.wasImported;
  return [
    {
      ...{ resource: resource.name, number },
      ...(isUnwritten && dependsOnValues && { before }),
      ...(isFirst && { isFirst }),
      fields: pick(noted, names),
    },
  ];
}

/** A list of references without tags that are not created. */
const withoutNamed = ({ named }: Pick<PlanState, 'named'>, value: Json): Json =>
  Array.isArray(value) ? value.filter((each) => typeof each !== 'number' || !named.has(each)) : value;

/** Without that a source has records whose identifiers there are noted as well: these say so. */
export function withoutIdentified(said: Said[], identified: Identified[]): Said[] {
  const numbers = new Set(identified.map(({ number }) => number));
  return said.flatMap(({ isFirst, ...each }) => {
    if (isFirst && !numbers.has(each.number)) return { ...each, isFirst };
    return Object.keys(each.fields).length > 0 ? each : [];
  });
}
