// npm run bench:import -- [--bills N] [--sample N] [--json FILE] [FOLDER]: compares the import of bills with a loop
// over Strapi's document service and with bare statements, in one run on one PostgreSQL. The ratios are what counts.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyRows } from './import/bare.mjs';
import { generateData } from './support/generated-bills.mjs';
import { machineOf, machineText } from './support/machine.mjs';
import { startPostgres } from './support/postgres.mjs';
import { runProgram } from './support/programs.mjs';

const CONTENT = 'dist/src/cli/content.js';
const TARGETS = { documents: 15, bare: 0.25, peakMb: 450 };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bills: { type: 'string', default: '20000' },
    sample: { type: 'string', default: '300' },
    json: { type: 'string' },
  },
});
const [realFolder] = positionals;

const postgres = await startPostgres();
try {
  const results = await measure(realFolder ?? (await generateData(postgres.dataDir, Number(options.bills))));
  console.log(tableOf(results));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await postgres.close();
}

async function measure(folder) {
  const files = readdirSync(folder).filter((name) => /\.(json|ndjson)$/.test(name));
  const isBills = (name) => /^rs_bills\./.test(name);
  const pathOf = (name) => path.resolve(folder, name);
  const bills = pathOf(files.find(isBills));
  // The first start creates the tables.
  await content('rostra', 'batches');
  const start = await content('rostra', 'batches');
  const whole = realFolder ? await importWholeFolder() : undefined;
  await content('rostra', 'import', ...files.filter((name) => !isBills(name)).map(pathOf));
  for (const name of ['documents', 'bare']) await postgres.copyDatabase(name);
  const args = ['bench/import/documents.mjs', bills, options.sample];
  const { out } = await runProgram(args, postgres.environmentOf('documents'));
  const documents = JSON.parse(out.trim().split('\n').at(-1));
  const ours = await content('rostra', 'import', bills);
  const [{ records }] = await postgres.query('select count(*)::int as records from bills');
  const bare = await copyRows({ from: postgres.urlOf('rostra'), to: postgres.urlOf('bare') });
  const perSecond = {
    ours: records / (ours.seconds - start.seconds),
    documents: documents.records / documents.seconds,
    bare: records / bare.seconds,
  };
  return {
    machine: await machineOf(postgres),
    records,
    rows: bare.rows,
    startSeconds: start.seconds,
    ours: { seconds: ours.seconds, peakMb: ours.peakMb, perSecond: perSecond.ours },
    documents: { ...documents, perSecond: perSecond.documents },
    bare: { seconds: bare.seconds, perSecond: perSecond.bare },
    ratios: { documents: perSecond.ours / perSecond.documents, bare: perSecond.ours / perSecond.bare },
    ...(whole ? { whole } : {}),
  };
}

/** Imports the whole folder at once into an empty database. */
async function importWholeFolder() {
  await postgres.copyDatabase('whole');
  const { seconds, peakMb } = await content('whole', 'import', path.resolve(realFolder));
  return { seconds, peakMb };
}

function content(database, ...args) {
  return runProgram([CONTENT, ...args], postgres.environmentOf(database));
}

function tableOf({ machine, records, rows, startSeconds, ours, documents, bare, ratios, whole }) {
  const line = (name, { seconds, perSecond }, peakMb) =>
    `| ${name} | ${seconds.toFixed(1)} | ${perSecond.toFixed(0)} | ${peakMb ? peakMb.toFixed(0) : ''} |`;
  const ratioText = (name, ratio, target) => `${name}: ${ratio.toFixed(2)} (at least ${target})`;
  return [
    `${machineText(machine)}; load at the end ${machine.load}`,
    `${records} bills, ${rows} rows in all tables; ${startSeconds.toFixed(1)} s of ours are the start of the program, which is not counted`,
    '',
    '| method | seconds | bills/s | peak MB |',
    '|---|---|---|---|',
    line('content import', ours, ours.peakMb),
    line(`document service, ${documents.records} bills`, documents),
    line('bare statements', bare),
    '',
    ratioText('content import ÷ document service', ratios.documents, TARGETS.documents),
    ratioText('content import ÷ bare statements', ratios.bare, TARGETS.bare),
    ...(ours.peakMb ? [`peak memory: ${ours.peakMb.toFixed(0)} MB (at most ${TARGETS.peakMb})`] : []),
    ...(whole ? [`the whole folder: ${whole.seconds.toFixed(1)} s, ${whole.peakMb?.toFixed(0) ?? '?'} MB`] : []),
  ].join('\n');
}
