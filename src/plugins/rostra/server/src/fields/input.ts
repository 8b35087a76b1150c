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
}

/** A place in the body that is being read. */
export interface Input {
  path: string;
  findings: Findings;
  /** The place of a key or an item below this one. */
  at(step: string | number): Input;
  /** Notes a fault at this place; answers undefined, so that a parser can return it. */
  fault(code: FaultCode, message: string): undefined;
}

/** Begins to read a body, or one value of a query. */
export function input(path = '', findings: Findings = { faults: [], ignored: [], claims: [] }): Input {
  return {
    path,
    findings,
    at: (step) => input(typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step, findings),
    fault: (code, message) => {
      findings.faults.push({ path, code, message });
      return undefined;
    },
  };
}
