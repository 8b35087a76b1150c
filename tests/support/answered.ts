import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { operationsIn, readDescription } from './description';

/** The file in which a run keeps the operations that a test has had a good answer from. */
const VARIABLE = 'ROSTRA_TEST_ANSWERED';

/** The parts of jest's settings that say which tests are run. */
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

const noted = new Set<string>();

/** Says where this run keeps them; test files read it from the environment. */
export function keepAnsweredIn(file: string): void {
  process.env[VARIABLE] = file;
}

/** Notes that an operation has answered well. */
export function noteAnswered(operation: string): void {
  const file = process.env[VARIABLE];
  if (!file || noted.has(operation)) return;
  noted.add(operation);
  appendFileSync(file, `${operation}\n`);
}

/** The described operations that no test has had a good answer from. */
export async function unanswered(url: string): Promise<string[]> {
  const file = process.env[VARIABLE];
  const answered = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const described = operationsIn(await readDescription(url)).map(({ method, path }) => `${method} ${path}`);
  return described.filter((operation) => !answered.has(operation));
}

/** Whether a run has every test in it, so that an operation without a good answer has no test. */
export const isWhole = (run: Run): boolean =>
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
