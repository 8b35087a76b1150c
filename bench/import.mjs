// npm run bench:import -- [--bills N] [--sample N] [--json FILE] [FOLDER]: compares the import of bills with a loop
// over Strapi's document service and with bare statements, in one run on one PostgreSQL. The ratios are what counts.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { copyRows } from './import/bare.mjs';
import { writeBills, writeSurroundings } from './import/bills.mjs';
import { runProgram } from './import/program.mjs';

const CONTENT = 'dist/src/cli/content.js';
const TARGETS = { documents: 15, bare: 0.25, peakMb: 600 };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bills: { type: 'string', default: '20000' },
    sample: { type: 'string', default: '300' },
    json: { type: 'string' },
  },
});
const [folder] = positionals;

const root = path.resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const { acquirePostgres } = require(path.join(root, 'dist/src/runtime/postgres.js'));
const { readSettings } = require(path.join(root, 'dist/src/runtime/settings.js'));

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-bench-'));
chmodSync(dataDir, 0o711);
const environment = { ...process.env, DATA_DIR: dataDir, SAMPLE_DATA: 'false', LOG_LEVEL: 'warn' };
const { url, release } = await acquirePostgres({ settings: readSettings(environment) });
try {
  const results = await measure(await inputs());
  console.log(tableOf(results));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await release();
  rmSync(dataDir, { recursive: true, force: true });
}

/** The file of bills, and the files of the records they refer to. */
async function inputs() {
  if (folder) {
    const files = readdirSync(folder).map((name) => path.resolve(folder, name));
    const isBills = (file) => /^rs_bills\.(json|ndjson)$/.test(path.basename(file));
    const isData = (file) => /\.(json|ndjson)$/.test(file) && !isBills(file);
    return { bills: files.find(isBills), surroundings: files.filter(isData) };
  }
  const made = path.join(dataDir, 'made');
  mkdirSync(made);
  writeSurroundings(made);
  const bills = path.join(dataDir, 'rs_bills.ndjson');
  await writeBills(bills, Number(options.bills));
  return { bills, surroundings: [made] };
}

async function measure({ bills, surroundings }) {
  // The first start creates the tables.
  await content('rostra', 'batches');
  const start = await content('rostra', 'batches');
  const whole = folder ? await wholeFolder() : undefined;
  await content('rostra', 'import', ...surroundings);
  for (const name of ['documents', 'bare']) await copyDatabase('rostra', name);
  const documents = JSON.parse(
    (await runProgram(['bench/import/documents.mjs', bills, options.sample], at('documents'))).out
      .trim()
      .split('\n')
      .at(-1),
  );
  const ours = await content('rostra', 'import', bills);
  const records = await countBills();
  const bare = await copyRows({ from: addressOf('rostra'), to: addressOf('bare') });
  const perSecond = {
    ours: records / (ours.seconds - start.seconds),
    documents: documents.records / documents.seconds,
    bare: records / bare.seconds,
  };
  return {
    system: { cores: os.cpus().length, model: os.cpus()[0].model, node: process.version, load: os.loadavg()[0] },
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
async function wholeFolder() {
  await copyDatabase('rostra', 'whole');
  const { seconds, peakMb } = await content('whole', 'import', path.resolve(folder));
  return { seconds, peakMb };
}

function content(database, ...args) {
  return runProgram([CONTENT, ...args], at(database));
}

function at(database) {
  return { ...environment, DATABASE_URL: addressOf(database) };
}

function addressOf(database) {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function copyDatabase(template, name) {
  await query('postgres', `create database ${name} template ${template}`);
}

async function countBills() {
  const [{ count }] = await query('rostra', 'select count(*)::int as count from bills');
  return count;
}

async function query(database, text) {
  const client = new pg.Client(addressOf(database));
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function tableOf({ system, records, rows, startSeconds, ours, documents, bare, ratios, whole }) {
  const line = (name, { seconds, perSecond }, peakMb) =>
    `| ${name} | ${seconds.toFixed(1)} | ${perSecond.toFixed(0)} | ${peakMb ? peakMb.toFixed(0) : ''} |`;
  const against = (name, ratio, target) => `${name}: ${ratio.toFixed(2)} (at least ${target})`;
  return [
    `${system.cores} × ${system.model}, Node ${system.node}, load ${system.load.toFixed(1)}`,
    `${records} bills, ${rows} rows in all tables; ${startSeconds.toFixed(1)} s of ours are the start of the program, which is not counted`,
    '',
    '| method | seconds | bills/s | peak MB |',
    '|---|---|---|---|',
    line('content import', ours, ours.peakMb),
    line(`document service, ${documents.records} bills`, documents),
    line('bare statements', bare),
    '',
    against('content import ÷ document service', ratios.documents, TARGETS.documents),
    against('content import ÷ bare statements', ratios.bare, TARGETS.bare),
    ...(ours.peakMb ? [`peak memory: ${ours.peakMb.toFixed(0)} MB (at most ${TARGETS.peakMb})`] : []),
    ...(whole ? [`the whole folder: ${whole.seconds.toFixed(1)} s, ${whole.peakMb?.toFixed(0) ?? '?'} MB`] : []),
  ].join('\n');
}
