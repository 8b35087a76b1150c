import { type JsonObject, rowsIn } from '../../../../../../common/json';
import { matchRows } from '../../fields/children';
import { type Findings, parseContext } from '../../fields/parse-context';
import { EXTERNAL_ID } from '../../import/external-id';
import type { Names } from '../../import/names/names';
import { mergeNameFaults, resolveNames } from '../../import/names/resolve-names';
import { canonicalRecord, changedFields, checkCompanions, parseRecord } from '../../operations/record';
import { childFields } from '../../operations/write';
import type { Resource } from '../../resource/resource';

/** How a record of the input differs from the stored one. */
export interface RecordComparison {
  /** The stored record in canonical form; empty if there is none. */
  stored: JsonObject;
  /** The record as it will be: canonical, except that new tags are still names. */
  record: JsonObject;
  changed: string[];
  /** The fields that the value has; of a new record all. */
  given: string[];
  findings: Findings;
}

/**
 * Compares a value of the input with the stored record, given as JSON text, or with nothing. A new record must be whole; an
 * existing one is changed as by a PATCH. Rules between fields are not checked. Children without id are matched with stored ones.
 */
export async function compareRecord(
  resource: Resource,
  value: unknown,
  storedText: string | undefined,
  names: Names,
): Promise<RecordComparison> {
  const stored = storedText === undefined ? undefined : canonicalRecord(resource, storedText).record;
  const naming = parseContext();
  const resolved = await resolveNames(resource, value, names, naming, stored ?? {});
  const { record: parsed, findings } = parseRecord(resource, resolved, {
    isWhole: !stored,
    isPlanned: true,
    ...(stored ? { stored } : {}),
  });
  findings.faults = mergeNameFaults(naming.findings.faults, findings.faults);
  findings.ignored = findings.ignored.filter((path) => path !== resource.key.name && path !== EXTERNAL_ID);
  for (const name of childFields(resource)) {
    const children = resource.fields[name]?.children;
    const rows = parsed[name] as JsonObject[] | undefined;
    if (children && rows) parsed[name] = matchRows(rows, rowsIn(stored ?? {}, name), children);
  }
  const changed = changedFields(parsed, stored ?? {});
  const record = { ...stored, ...parsed };
  if (stored) checkCompanions(resource, parsed, changed, findings);
  return { stored: stored ?? {}, record, changed, given: Object.keys(parsed), findings };
}
