/** One label for fields that store one choice: what their labels begin with (`主提案機關`, `主提案黨團`: `主提案`), or all of them. */
export function commonLabel(labels: string[]): string {
  const [first = '', ...others] = labels;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  const common = first.slice(0, length).replace(/[\s:：(（]+$/, '');
  return common || labels.join(' / ');
}
