import type { ImportFault, ImportState } from '../../plugins/rostra/server/src/import/state';

/** A fault in one line: `rs_bills.json, record 12: act_id: acts has no record 99 [UNKNOWN_REFERENCE]`. */
export function describeFault({ file, record, line, path, code, message }: ImportFault): string {
  const place = line === undefined ? `record ${record}` : `record ${record} (line ${line})`;
  return `${file}, ${place}: ${path ? `${path}: ` : ''}${message} [${code}]`;
}

/** What an import did, or that it did nothing, in a few lines. */
export function describeState(state: ImportState): string {
  const warnings = [
    ...[...state.ignored].map(([field, records]) => `Unknown field, ignored: ${field} (${records} records)`),
    ...(state.withoutId > 0
      ? [`${state.withoutId} records have no id: they would be new again at the next import.`]
      : []),
  ];
  if (state.faults.length > 0) {
    const faults = state.faults.length === 1 ? '1 fault' : `${state.faults.length} faults`;
    return [...warnings, `${faults}: nothing was imported.`].join('\n');
  }
  const rows = [...state.counts].map(([of, { created, changed, unchanged }]) => [of.name, created, changed, unchanged]);
  const table = [['', 'created', 'changed', 'unchanged'], ...rows].map(([name, ...counts]) =>
    [String(name).padEnd(20), ...counts.map((count) => String(count).padStart(10))].join(''),
  );
  return [...warnings, ...table].join('\n');
}
