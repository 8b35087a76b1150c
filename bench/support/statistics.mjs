/** The median of the defined values. */
export function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Rounds for a report; null for what is not a finite number. */
export const round = (value, digits) => (Number.isFinite(value) ? Number(value.toFixed(digits)) : null);
