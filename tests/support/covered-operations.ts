import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { operationsIn, readDescription } from './description';

/** Environment variable: the file in which a run records the operations that answered a test with success. */
const VARIABLE = 'ROSTRA_TEST_COVERAGE';

/** The part of Jest's configuration that selects tests. */
export interface Run {
  testPathPatterns: { patterns: string[] };
  testNamePattern?: string;
  onlyChanged: boolean;
  onlyFailures: boolean;
  findRelatedTests: boolean;
  runTestsByPath: boolean;
  watch: boolean;
  watchAll: boolean;
  shard?: unknown;
  filter?: string;
}

const recorded = new Set<string>();

/** Sets the file of this run; test files read it from the environment. */
export function recordCoverageIn(file: string): void {
  process.env[VARIABLE] = file;
}

/** Records that an operation answered with success. */
export function recordCoverage(operation: string): void {
  const file = process.env[VARIABLE];
  if (!file || recorded.has(operation)) return;
  recorded.add(operation);
  appendFileSync(file, `${operation}\n`);
}

/** Returns the described operations that never answered a test with success. */
export async function uncoveredOperations(url: string): Promise<string[]> {
  const file = process.env[VARIABLE];
  const answered = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const described = operationsIn(await readDescription(url)).map(({ method, path }) => `${method} ${path}`);
  return described.filter((operation) => !answered.has(operation));
}

/** Returns whether a run includes every test, so that an uncovered operation has no test. */
export const isFullRun = (run: Run): boolean =>
  run.testPathPatterns.patterns.length === 0 &&
  !run.testNamePattern &&
  !run.onlyChanged &&
  !run.onlyFailures &&
  !run.findRelatedTests &&
  !run.runTestsByPath &&
  !run.watch &&
  !run.watchAll &&
  !run.shard &&
  !run.filter;
