import type { Source } from '../../import/record';
import { addFault, type PlanState } from './state';

/** How many records of a resource an import removes without being told to: at most this number, and this share of those that the source knows. */
const UNCONFIRMED = { records: 20, share: 0.05 };

/** How much an import would remove of a resource. */
export interface Extent {
  /** How many stored records the source knows. */
  known: number;
  /** How many of them would go. */
  own: number;
  /** How many others would be deleted with them. */
  dependents: number;
}

/** What an import would remove of a resource, but may not. */
interface TooMany extends Extent {
  /** How many may go; undefined without `--sync-limit`. */
  limit: number | undefined;
  /** The identifiers of the first records at the source. */
  examples: string[];
}

/** How many records of this number may go without confirmation: one always. */
export const unconfirmedOf = (known: number): number =>
  Math.min(UNCONFIRMED.records, Math.max(1, Math.floor(known * UNCONFIRMED.share)));

/** How many may go with what belongs to them. */
const withDependents = (known: number): number => UNCONFIRMED.records + unconfirmedOf(known);

/** Whether so many may go without confirmation: one always, with all that belongs to it. */
export const isUnconfirmed = ({ known, own, dependents }: Extent): boolean =>
  own <= 1 || (own <= unconfirmedOf(known) && own + dependents <= withDependents(known));

/** Whether so many may go, where `limit` says how many. */
export const isWithin = (extent: Extent, limit: number | undefined): boolean =>
  limit === undefined ? isUnconfirmed(extent) : extent.own + extent.dependents <= limit;

/** Faults that an import would remove too many records: their usual cause is a file that was cut off. */
export function addTooMany(
  state: PlanState,
  source: Source,
  { known, own, dependents, limit, examples }: TooMany,
): void {
  const count = own + dependents;
  const first = `${examples.map((each) => `"${each}"`).join(', ')}${own > examples.length ? ', …' : ''}`;
  const others = dependents > 0 ? `, and ${dependents} records belong to them` : '';
  const most = limit ?? unconfirmedOf(known);
  const mostInAll = limit === undefined && dependents > 0 ? withDependents(known) : 0;
  const inAll = mostInAll > 0 ? `, or ${mostInAll} with what belongs to them,` : '';
  const message = `${own} of ${known} ${source.resource.name} that ${state.sourceName} knew are missing (${first})${others}; at most ${most}${inAll} would be removed: is ${source.label} complete? --sync-limit ${count} removes them`;
  const details = {
    ...{ resource: source.resource.name, source: state.sourceName ?? '', file: source.label, first },
    ...{ own, known, dependents, most, mostInAll },
  };
  addFault(state, { file: source.label, record: 0 }, { path: '', code: 'TOO_MANY', message, details });
  state.neededLimit = Math.max(state.neededLimit ?? 0, count);
}
