import type { JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import type { PlanEdit } from '../types';
import type { Settled } from './settle-edits';

type Half = Pick<PlanEdit, 'path' | 'base' | 'stored' | 'given'> & Pick<Settled, 'partner'>;

/** What people are told of each value once: of a reference whose kind another field says, under the name of its identifier. */
export function joinHalves<T extends Half>(
  { fields }: Resource,
  stored: JsonObject,
  halves: T[],
): (Omit<T, 'partner'> & Pick<PlanEdit, 'kindField'>)[] {
  const joined = new Map<string, Omit<T, 'partner'> & Pick<PlanEdit, 'kindField'>>();
  for (const { partner: known, ...half } of halves) {
    const name = fields[half.path]?.partner;
    const { base, stored: now = null, given = null } = half;
    // What only the file says of the other half is among the halves; otherwise it stays as it is.
    const other = halves.find(({ path }) => path === name);
    const same = name === undefined ? null : (stored[name] ?? null);
    const partner = name === undefined ? undefined : (known ?? sidesOf(name, other ?? { stored: same, given: same }));
    if (partner === undefined) joined.set(half.path, half);
    else if (fields[half.path]?.kind !== 'oneOfType') joined.set(half.path, { ...half, kindField: partner });
    else if (!joined.has(partner.path))
      joined.set(partner.path, {
        ...half,
        ...partner,
        kindField: { path: half.path, ...(base !== undefined && { base }), stored: now, given },
      });
  }
  return [...joined.values()];
}

const sidesOf = (
  path: string,
  { base, stored = null, given = null }: Pick<PlanEdit, 'base' | 'stored' | 'given'>,
): NonNullable<PlanEdit['kindField']> => ({ path, ...(base !== undefined && { base }), stored, given });
