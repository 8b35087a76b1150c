import { isEqual, type Json, pick } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import type { Comparison } from './comparison';
import { finalized, sidesOf, unitsOf } from './settle-edits';

/** What may be kept of a record that people have made. */
interface KeepMadeOptions {
  /** What is decided of fields that are one value: whether the file wins. */
  decide(names: string[]): boolean | undefined;
  /** Whether a field can be compared yet. */
  isOpen(name: string): boolean;
}

/**
 * Settles what a file says of a record that people have made and no import has written: the file wins, but in what somebody has decided to
 * keep. Each such field is a decided conflict; what the file says of it is noted, so that the next import keeps it, too.
 */
export function keepMade(resource: Resource, comparison: Comparison, { decide, isOpen }: KeepMadeOptions): void {
  const { stored, record, changed, before, settled, said } = comparison;
  if (changed.length === 0) return;
  if (!settled.some(({ path }) => path === '')) settled.push({ kind: 'matched', path: '', isTaken: true });
  const kept = new Set<string>();
  for (const unit of unitsOf(resource, changed.filter(isOpen))) {
    const now = Object.fromEntries(unit.map((name): [string, Json] => [name, stored[name] ?? null]));
    const given = Object.fromEntries(unit.map((name) => [name, finalized(resource, name, record[name] ?? null)]));
    const differing = unit.filter((name) => !isEqual(now[name], given[name]));
    if (differing.length === 0 || decide(unit) !== false) continue;
    for (const path of differing) {
      const other = unit.find((name) => name !== path);
      settled.push({
        ...{ kind: 'conflict', path, isTaken: false, stored: now[path] ?? null, given: given[path] ?? null },
        ...(other !== undefined && { partner: sidesOf(other, { stored: now, given }) }),
      });
    }
    Object.assign(record, now);
    Object.assign(said, pick(given, unit));
    for (const name of unit) kept.add(name);
  }
  // A record that returns is written as a whole.
  if (before !== null) comparison.changed = changed.filter((name) => !kept.has(name));
}

/** What people are told of: of a record that they have made whether the file changes anything of it, if there was something to decide. */
export const toldOf = ({ settled, changed }: Pick<Comparison, 'settled' | 'changed'>): Comparison['settled'] =>
  settled.flatMap((each) => {
    if (each.kind !== 'matched') return each;
    const isTaken = changed.length > 0;
    return isTaken || settled.some(({ path }) => path) ? { ...each, isTaken } : [];
  });
