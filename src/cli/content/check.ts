import type { Command } from 'commander';
import type { Warning } from '../../common/findings';
import { checkStored } from '../../plugins/rostra/server/src/checks/checks';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run } from '../../plugins/rostra/server/src/store/database';
import { type Drift, findDrift, recordDrift } from '../../plugins/rostra/server/src/store/history/drift';
import { resources } from '../../resources';
import { rules } from '../../rules';
import { withStrapi } from '../../runtime/strapi';
import { quantity } from '../command';
import { linePrinter } from './line-printer';
import { collectWarnings } from './warnings';

interface CheckOptions {
  json?: boolean;
  all?: boolean;
  recordDrift?: boolean;
}

/** Adds `content check`, the integrity report. Exit codes: 0 no warnings, 1 warnings, 2 wrong use. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('report suspicious records that are valid but probably wrong, and what the history lacks')
    .argument('[resources...]', 'names of resources (rs_votes, …); default: all')
    .option('--json', 'write one line of JSON for each warning')
    .option('--all', 'show every warning instead of the first ones of each kind')
    .option('--record-drift', 'record in the history what was written while nothing recorded')
    .addHelpText('after', HELP)
    .action(async (names: string[], options: CheckOptions) => {
      const unknown = names.filter((name) => !checkable.some((resource) => resource.name === name));
      if (unknown.length > 0) {
        const known = checkable.map(({ name }) => name).join(', ');
        console.error(`There are no rules for ${unknown.join(', ')}. The resources with rules are ${known}.`);
        process.exitCode = 2;
        return;
      }
      const selection = checkable.filter(({ name }) => names.length === 0 || names.includes(name));
      const recorded = names.length === 0 ? resources : selection;
      process.exitCode = await withStrapi(() => report({ selection, recorded }, options));
    });
}

const HELP = `
It reports voters without a seat on the day, vote lists that do not add up to the number of seats, dates outside their term
or session, missing terms and sessions, overlapping sessions, duplicate votes, versions and slugs, links that are not URLs,
missing scores, and people who are probably the same person. DRIFT: records that the history holds otherwise, because they
were written while triggers were off. --record-drift records them as a change by someone unknown.

Examples:
  npm run content -- check                    everything
  npm run content -- check rs_votes --all     every warning about votes
  npm run content -- check --json | jq -r .message
  npm run content -- check --record-drift     everything; records what the history lacks

Exit codes: 0 no warnings, 1 warnings, 2 wrong use.`;

/** The resources with rules. */
const checkable: Resource[] = resources.filter(({ name }) => rules.judged[name]);

/** Checks resources and prints the report; returns the exit code. */
async function report(
  { selection, recorded }: Record<'selection' | 'recorded', Resource[]>,
  { json = false, all = false, recordDrift: isRecorded = false }: CheckOptions,
): Promise<number> {
  const warnings = collectWarnings({ shown: all ? Number.POSITIVE_INFINITY : undefined });
  const printProgress = linePrinter(process.stderr);
  const warn = (warning: Warning) => {
    if (json) console.log(JSON.stringify(lineOf(warning)));
    warnings.add(warning);
  };
  let records = 0;
  await checkStored(selection, run, warn, (resource, count) => {
    records += 1;
    printProgress(`${resource.name}: ${quantity(count, 'record')} checked`);
  });
  const drifted: { resource: string; publicId: number }[] = [];
  for (const resource of recorded) {
    const progress = (count: number) => printProgress(`${resource.name}: ${quantity(count, 'record')} compared`);
    for await (const drift of findDrift(resource, run, progress)) {
      if (isRecorded) drifted.push({ resource: resource.name, publicId: drift.publicId });
      else warn(driftWarning(resource, drift));
    }
  }
  if (drifted.length > 0) await recordDrift(drifted);
  if (!json) console.log(warnings.describe(records));
  if (isRecorded) console.error(`${quantity(drifted.length, 'record')} recorded in the history.`);
  return warnings.count() > 0 ? 1 : 0;
}

/** A record that the history holds otherwise, as a warning. */
const driftWarning = (resource: Resource, { publicId, kind, fields }: Drift): Warning => ({
  code: 'DRIFT',
  resource: resource.name,
  number: publicId,
  path: fields.join(', '),
  message: `${DRIFTS[kind]}: it was written while nothing recorded; --record-drift records it`,
  records: 1,
});

const DRIFTS: Record<Drift['kind'], string> = {
  changed: 'the history holds other values',
  missing: 'the history does not know it',
  removed: 'only the history still has it',
};

const lineOf = ({ code, resource, number, path, message, records }: Warning) => ({
  code,
  resource,
  id: number,
  path,
  message,
  records,
});
