/** Numbers in order, those that follow each other as a range: `1–3, 5`. */
export function rangesOf(numbers: number[]): string {
  const ranges: [number, number][] = [];
  for (const each of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && each <= last[1] + 1) last[1] = each;
    else ranges.push([each, each]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
