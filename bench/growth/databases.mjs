import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { writeBills, writeSurroundings } from '../import/bills.mjs';
import { runProgram } from '../import/program.mjs';
import { multiply } from './multiply.mjs';

const INVENTED_BILLS = 12_000;

/** The address of another database on the same server. */
export function beside(url, name) {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs a query on its own connection and returns the rows. */
export async function query(url, text, values) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database for each factor from the files of a folder, or from generated bills; returns their addresses. */
export async function makeDatabases({ url, environment, folder, factors, onStep }) {
  onStep('importing');
  const sources = folder ? [folder] : await invented(environment.DATA_DIR);
  await runProgram(['dist/src/cli/content.js', 'import', ...sources], environment);
  const addresses = new Map();
  for (const factor of factors) {
    const name = `growth_${factor}`;
    await query(beside(url, 'postgres'), `create database ${name} template rostra`);
    addresses.set(factor, beside(url, name));
    const begun = performance.now();
    await multiply(addresses.get(factor), factor);
    onStep(`${factor} × created in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  return addresses;
}

async function invented(dataDir) {
  const made = path.join(dataDir, 'made');
  mkdirSync(made);
  writeSurroundings(made);
  await writeBills(path.join(made, 'rs_bills.ndjson'), INVENTED_BILLS);
  return [made];
}
