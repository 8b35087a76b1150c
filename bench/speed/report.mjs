import { machineText } from '../support/machine.mjs';
import { CONTESTANTS } from './measure.mjs';

const number = (value) =>
  value === null || value === undefined ? '–' : value >= 100 ? value.toFixed(0) : String(value);
const line = (cells) => `| ${cells.map((cell) => (typeof cell === 'string' ? cell : number(cell))).join(' | ')} |`;
const table = (head, rows) => [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
const between = (spread) => (spread ? `${number(spread[0])}–${number(spread[1])}` : '–');

/** Formats the report of a run as Markdown. */
export function markdownOf(report) {
  const { machine, data, options, cases } = report;
  return `${[
    '# Speed',
    `${machineText(machine)}; load before the run ${machine.load}.`,
    `${data.kind}: ${data.rows}. ${options.connections} connections, medians of ${options.rounds} rounds of ${options.seconds} s; contestants in turn, the load generator on the same machine. Only the ratios within one run are meaningful.`,
    'Requests per second:',
    table(
      ['case', ...CONTESTANTS, 'ours ÷ bare', 'uncached ÷ bare', 'ours ÷ stock', 'ours ÷ floor'],
      cases.map((each) => [
        each.name,
        ...CONTESTANTS.map((name) => each[name]),
        each.ratio_to_bare,
        each.ratio_uncached_to_bare,
        each.ratio_to_stock,
        each.ratio_to_floor,
      ]),
    ),
    'Minimum and maximum of the rounds:',
    table(
      ['case', ...CONTESTANTS],
      cases.map((each) => [each.name, ...CONTESTANTS.map((name) => between(each.spread[name]))]),
    ),
    'SQL statements per request (including transaction control), bytes of the answer, and CPU seconds per 1,000 requests (node + PostgreSQL):',
    table(
      [
        'case',
        'bytes',
        ...CONTESTANTS.slice(0, 4).map((name) => `${name}: statements`),
        ...CONTESTANTS.map((name) => `${name}: CPU`),
      ],
      cases.map((each) => [
        each.name,
        each.bytes,
        ...CONTESTANTS.slice(0, 4).map((name) => each.statements_of[name]),
        ...CONTESTANTS.map((name) => cpuOf(each.cpu_seconds_per_1000[name])),
      ]),
    ),
    ...(report.console ? [consoleOf(report.console)] : []),
    ...(report.start ? [startOf(report)] : []),
  ].join('\n\n')}\n`;
}

const cpuOf = (cpu) => (cpu ? `${number(cpu.node)} + ${number(cpu.database)}` : '–');

function consoleOf(found) {
  const rows = Object.entries(found).map(([name, { first_ms, second_ms, other_ms, ratio, ratio_other, spread }]) => [
    name,
    `${first_ms} (${between(spread.first)})`,
    `${second_ms} (${between(spread.second)})`,
    ratio,
    `${other_ms} (${between(spread.other)})`,
    ratio_other,
  ]);
  const head = ['', 'first, ms', 'again, ms', 'first ÷ again', 'another user, ms', 'first ÷ another user'];
  return `The console opens a bill (${found.ours.requests} requests at once) after a write to every table; again, as a browser with cached answers (\`If-None-Match\`); and as another user:\n\n${table(head, rows)}`;
}

function startOf({ start, memory, ratios }) {
  const rows = Object.keys(memory).map((name) => [
    name,
    start[name]?.seconds,
    start[name]?.mb,
    memory[name]?.mb,
    memory[name]?.peakMb,
  ]);
  const head = ['', 'start, s', 'memory after the start, MB', 'after the load, MB', 'peak, MB'];
  return `Start and memory (resident set of the process):\n\n${table(head, rows)}\n\nOurs ÷ stock: start ${number(ratios.start)}, memory after the start ${number(ratios.memory_after_start)}, after the load ${number(ratios.memory_after_load)}.`;
}
