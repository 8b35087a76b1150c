import type { Fault, FaultCode } from '../errors/errors';

/** A value that repeats what a sibling reference implies; checked once the reference is resolved (conventions 2.5). */
export interface Claim {
  /** The reference that implies the value. */
  reference: Reference;
  attribute: string;
  value: number;
  path: string;
}

/** A reference to a record by public identifier, or to a tag by name. */
export interface Reference {
  /** Singular name of the content type, `act`. */
  kind: string;
  publicId?: number;
  name?: string;
  path: string;
}

/** What parsing a body has found so far. */
export interface Findings {
  faults: Fault[];
  /** Paths of unknown fields (conventions 2.6). */
  ignored: string[];
  claims: Claim[];
  /** Whether references may be provisional: negative identifiers of records that a plan will create. */
  isPlanned?: boolean;
}

/** A position in the body being parsed, with the findings so far. */
export interface ParseContext {
  path: string;
  findings: Findings;
  /** The context of a key or item below this one. */
  child(step: string | number): ParseContext;
  /** Notes a fault here; returns undefined, for parsers to return. */
  fault(code: FaultCode, message: string): undefined;
  /** Notes an unknown key below this position. */
  ignore(key: string): void;
}

/** The maximum number of reported faults; one more says that there are others. */
export const MAX_FAULTS = 1_000;
/** The maximum number of reported unknown fields: more than a response header can carry. */
const MAX_IGNORED = 1_000;

/** Starts to parse a body, or one value of a query. */
export function parseContext(path = '', findings: Findings = { faults: [], ignored: [], claims: [] }): ParseContext {
  return {
    path,
    findings,
    child: (step) =>
      parseContext(typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step, findings),
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

/** Parses the items of a list, each in its own context. Stops when there are too many faults: the input is refused anyway. */
export function parseItems<T>(
  items: unknown[],
  context: ParseContext,
  parse: (item: unknown, context: ParseContext) => T,
): T[] {
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
  message: `there are more than ${MAX_FAULTS} faults; the rest of the input was not checked`,
};

const isFull = ({ faults }: Findings): boolean => faults.length > MAX_FAULTS;
