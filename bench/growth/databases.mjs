import { generateData } from '../support/generated-bills.mjs';
import { runProgram } from '../support/programs.mjs';
import { multiply } from './multiply.mjs';

const GENERATED_BILLS = 12_000;

/** Creates a database for each factor from the files of a folder, or from generated bills; returns their names. */
export async function makeDatabases(postgres, { folder, factors, log }) {
  log('importing');
  const source = folder ?? (await generateData(postgres.dataDir, GENERATED_BILLS));
  await runProgram(['dist/src/cli/content.js', 'import', source], postgres.environment);
  const databases = new Map();
  for (const factor of factors) {
    const name = `growth_${factor}`;
    await postgres.copyDatabase(name);
    const begun = performance.now();
    await multiply(postgres.urlOf(name), factor);
    log(`${factor} × created in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    databases.set(factor, name);
  }
  return databases;
}
