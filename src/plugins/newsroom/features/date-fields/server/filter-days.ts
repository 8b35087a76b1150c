import { DAY } from '../../../../../common/time';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

type Filters = Record<string, unknown>;

/**
 * Replaces each day in a filter by the range of all timestamps that stand for it, in whatever time zone its midnight was
 * stored (see `dayOf`): `{ date: { $eq: '2016-04-15' } }` also finds midnight in Taiwan. `isDay` selects the attributes.
 */
export function expandDays(filters: unknown, isDay: (attribute: string) => boolean): unknown {
  if (Array.isArray(filters)) return filters.map((each) => expandDays(each, isDay));
  if (filters === null || typeof filters !== 'object') return filters;
  return Object.fromEntries(
    Object.entries(filters as Filters).map(([key, value]) => [
      key,
      isDay(key) ? conditions(value) : key.startsWith('$') ? expandDays(value, isDay) : value,
    ]),
  );
}

function conditions(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.assign({}, ...Object.entries(value as Filters).map(([operator, day]) => condition(operator, day)));
}

function condition(operator: string, day: unknown): Filters {
  const midnight = typeof day === 'string' && DATE.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(midnight)) return { [operator]: day };
  const [start, end] = [midnight - DAY / 2, midnight + DAY / 2].map((ms) => new Date(ms).toISOString());
  const within = { $gte: start, $lt: end };
  const ranges: Record<string, Filters> = {
    $eq: within,
    $ne: { $not: within },
    $gt: { $gte: end },
    $gte: { $gte: start },
    $lt: { $lt: start },
    $lte: { $lt: end },
  };
  return ranges[operator] ?? { [operator]: day };
}
