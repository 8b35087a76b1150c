import type { Effect, Use, UsedBy } from './where-used';

/** How many records of a content type a delete concerns in one field; without the field where all of the record is deleted, or the reader may not read it. */
export interface Concerned {
  uid: string;
  attribute?: string;
  /** The field of its nested rows. */
  row?: Use['row'];
  isUnseen?: true;
  count: number;
}

/** The records that a delete concerns in one way, by content type and field; each record once. */
export function concernedBy(usedBy: UsedBy[], effect: Effect): Concerned[] {
  return usedBy.flatMap(({ uid, count, uses }) => {
    const found = uses.filter((use) => use.effect === effect);
    if (effect === 'cascade') {
      const sum = found.reduce((total, use) => total + use.count, 0);
      return found.length > 0 ? [{ uid, count: Math.min(sum, count) }] : [];
    }
    return found.map(({ attribute, row, count }) =>
      attribute === undefined
        ? { uid, isUnseen: true as const, count }
        : { uid, attribute, ...(row && { row }), count },
    );
  });
}
