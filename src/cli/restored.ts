import path from 'node:path';
import type { RestoreResult } from '../runtime/restore/restore';
import { quantity } from './command';

/** Says in lines what was restored from a backup: the state at a moment, or the latest. */
export function describeRestored(
  backup: string,
  moment: Date | undefined,
  { lastTransaction, endedBy, counts, warnings, aside, files, uploads }: RestoreResult,
): string[] {
  const whole = moment ? `as it was at ${moment.toISOString()}` : 'completely';
  const extent = endedBy === undefined ? whole : `up to the damage in its log (${endedBy})`;
  return [
    `Restored the database ${extent}, from the backup ${backup}.`,
    lastTransaction
      ? `Its last transaction was at ${lastTransaction}.`
      : `Nothing was written between the backup and ${endedBy === undefined ? 'that moment' : 'the damage'}.`,
    ...Object.entries(counts).flatMap(([resource, count]) => (count > 0 ? [`  ${resource}: ${count}`] : [])),
    warnings
      ? `The integrity report has ${quantity(warnings, 'warning')} about the records as they were then: npm run content -- check shows them.`
      : 'The integrity report has no warnings.',
    ...(files.length > 0 ? [`Restored missing files: ${files.join(', ')}.`] : []),
    ...(uploads > 0 ? [`Restored ${quantity(uploads, 'missing uploaded file')}.`] : []),
    ...(aside ? describeAside(aside) : []),
  ];
}

const describeAside = (aside: string): string[] => [
  `The previous database is in ${aside}. To go back, stop the service, move`,
  `${path.basename(aside).split('.')[0]} away, and rename this folder to that name. Delete it when you no longer need it.`,
];
