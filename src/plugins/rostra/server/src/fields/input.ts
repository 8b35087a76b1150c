import type { Fault, FaultCode } from '../errors/errors';

/** A value that only repeats what a reference beside it implies; checked once the reference is known (decisions, 2.5). */
export interface Claim {
  /** The reference that implies the value. */
  reference: Reference;
  attribute: string;
  value: number;
  path: string;
}

/** A reference to a record by its public identifier, or to a tag by its name. */
export interface Reference {
  /** Singular name of the content type, `act`. */
  kind: string;
  number?: number;
  name?: string;
  path: string;
}

/** What reading a body has found out so far. */
export interface Findings {
  faults: Fault[];
  /** Paths of fields that the resource does not know (decisions, 2.6). */
  ignored: string[];
  claims: Claim[];
  /** References may be provisional: negative numbers that stand for records which a plan makes. */
  isPlanned?: boolean;
}

/** A place in the body that is being read. */
export interface Input {
  path: string;
  findings: Findings;
  /** The place of a key or an item below this one. */
  at(step: string | number): Input;
  /** Notes a fault at this place; answers undefined, so that a parser can return it. */
  fault(code: FaultCode, message: string): undefined;
  /** Notes that nobody knows the key below this place. */
  ignore(key: string): void;
}

/** How many faults are told; one more says that there are others. */
export const MOST_FAULTS = 1_000;
/** How many unknown fields are named: more than an answer's header can carry. */
const MOST_IGNORED = 1_000;

/** Begins to read a body, or one value of a query. */
export function input(path = '', findings: Findings = { faults: [], ignored: [], claims: [] }): Input {
  return {
    path,
    findings,
    at: (step) => input(typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step, findings),
    fault: (code, message) => {
      if (findings.faults.length < MOST_FAULTS) findings.faults.push({ path, code, message });
      else if (!isFull(findings)) findings.faults.push(MORE);
      return undefined;
    },
    ignore: (key) => {
      if (findings.ignored.length < MOST_IGNORED) findings.ignored.push(path ? `${path}.${key}` : key);
    },
  };
}

/** Reads the items of a list, each at its place, as long as faults are told: the input is refused, the rest is left. */
export function parseItems<T>(items: unknown[], at: Input, parse: (item: unknown, at: Input) => T): T[] {
  const parsed: T[] = [];
  for (const [index, item] of items.entries()) {
    if (isFull(at.findings)) break;
    parsed.push(parse(item, at.at(index)));
  }
  return parsed;
}

const MORE: Fault = {
  path: '',
  code: 'TOO_MANY',
  message: `there are more faults than these ${MOST_FAULTS}; the rest has not been read`,
};

const isFull = ({ faults }: Findings): boolean => faults.length > MOST_FAULTS;
