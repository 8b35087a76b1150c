import { machineText } from '../support/machine.mjs';

/** Formats the report as Markdown: one line per case, with times in ms and their ratio to the smallest database. */
export function markdownOf({ machine, records, cases, whole }) {
  const factors = records.map(({ factor }) => factor);
  const ratios = factors.slice(1);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = (count) => `|${'---|'.repeat(count)}`;
  const fixed = (value, digits = 1) => (value === undefined ? '?' : value.toFixed(digits));
  return [
    '# How reads grow',
    '',
    `${machineText(machine)}; load at the end ${machine.load}. One request at a time, sizes in turn, medians; no answer is cached. Only ratios are meaningful.`,
    '',
    line(['size', 'bills', 'acts', 'members', 'database, MB']),
    rule(5),
    ...records.map((each) => line([`${each.factor} ×`, each.bills, each.acts, each.reps, fixed(each.mb, 0)])),
    '',
    line([
      'case',
      ...factors.map((factor) => `${factor} ×, ms (rows)`),
      ...ratios.map((factor) => `${factor} × : 1 ×`),
      'target',
    ]),
    rule(2 + factors.length + ratios.length),
    ...cases.map(({ name, times, ratio, most }) =>
      line([
        name,
        ...times.map(({ ms, total }) => `${fixed(ms)} (${total})`),
        ...ratio.map((each) => fixed(each, 2)),
        most ? `≤ ${most}` : '',
      ]),
    ),
    '',
    line(['`?all`', ...factors.map((factor) => `${factor} ×`)]),
    rule(1 + factors.length),
    line(['size, MB', ...whole.map(({ mb }) => fixed(mb))]),
    line(['first byte, ms (≤ 200)', ...whole.map(({ firstMs }) => fixed(firstMs, 0))]),
    line(['last byte, ms', ...whole.map(({ lastMs }) => fixed(lastMs, 0))]),
    line(['memory grows by, MB (≤ 150)', ...whole.map(({ grownMb }) => fixed(grownMb, 0))]),
    '',
  ].join('\n');
}
