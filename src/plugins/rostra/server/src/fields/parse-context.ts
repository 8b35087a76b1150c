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
  publicId?: number;
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
export interface ParseContext {
  path: string;
  findings: Findings;
  /** The place of a key or an item below this one. */
  child(step: string | number): ParseContext;
  /** Notes a fault at this place; answers undefined, so that a parser can return it. */
  fault(code: FaultCode, message: string): undefined;
  /** Notes that nobody knows the key below this place. */
  ignore(key: string): void;
}

/** How many faults are told; one more says that there are others. */
export const MAX_FAULTS = 1_000;
/** How many unknown fields are named: more than an answer's header can carry. */
const MAX_IGNORED = 1_000;

/** Begins to read a body, or one value of a query. */
export function parseContext(path = '', findings: Findings = { faults: [], ignored: [], claims: [] }): ParseContext {
  return {
    path,
    findings,
    child: (step) => parseContext(typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step, findings),
    fault: (code, message) => {
      if (findings.faults.length < MAX_FAULTS) findings.faults.push({ path, code, message });
      else if (!isFull(findings)) findings.faults.push(TOO_MANY_FAULTS);
      return undefined;
    },
    ignore: (key) => {
      if (findings.ignored.length < MAX_IGNORED) findings.ignored.push(path ? `${path}.${key}` : key);
    },
  };
}

/** Reads the items of a list, each at its place, as long as faults are told: the input is refused, the rest is left. */
export function parseItems<T>(items: unknown[], context: ParseContext, parse: (item: unknown, context: ParseContext) => T): T[] {
  const parsed: T[] = [];
  for (const [index, item] of items.entries()) {
    if (isFull(context.findings)) break;
    parsed.push(parse(item, context.child(index)));
  }
  return parsed;
}

const TOO_MANY_FAULTS: Fault = {
  path: '',
  code: 'TOO_MANY',
  message: `there are more faults than these ${MAX_FAULTS}; the rest has not been read`,
};

const isFull = ({ faults }: Findings): boolean => faults.length > MAX_FAULTS;
