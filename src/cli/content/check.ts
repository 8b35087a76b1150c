import type { Command } from 'commander';
import type { Warning } from '../../common/findings';
import { checkStored } from '../../plugins/rostra/server/src/checks/checks';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run } from '../../plugins/rostra/server/src/store/database';
import { resources } from '../../resources';
import { rules } from '../../rules';
import { withStrapi } from '../../runtime/strapi';
import { quantity } from '../command';
import { linePrinter } from './line-printer';
import { collectWarnings } from './warnings';

interface CheckOptions {
  json?: boolean;
  all?: boolean;
}

/** Adds `content check`, the integrity report. Exit codes: 0 no warnings, 1 warnings, 2 wrong use. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('report suspicious records that are valid but probably wrong; changes nothing')
    .argument('[resources...]', 'names of resources (rs_votes, …); default: all')
    .option('--json', 'write one line of JSON for each warning')
    .option('--all', 'show every warning instead of the first ones of each kind')
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
      process.exitCode = await withStrapi(() => report(selection, options));
    });
}

const HELP = `
It reports voters without a seat on the day, vote lists that do not add up to the number of seats, dates outside their term
or session, missing terms and sessions, overlapping sessions, duplicate votes, versions and slugs, links that are not URLs,
missing scores, and people who are probably the same person.

Examples:
  npm run content -- check                    everything
  npm run content -- check rs_votes --all     every warning about votes
  npm run content -- check --json | jq -r .message

Exit codes: 0 no warnings, 1 warnings, 2 wrong use.`;

/** The resources with rules. */
const checkable: Resource[] = resources.filter(({ name }) => rules.judged[name]);

/** Checks resources and prints the report; returns the exit code. */
async function report(selection: Resource[], { json = false, all = false }: CheckOptions): Promise<number> {
  const warnings = collectWarnings({ shown: all ? Number.POSITIVE_INFINITY : undefined });
  const printProgress = linePrinter(process.stderr);
  let records = 0;
  await checkStored(
    selection,
    run,
    (warning) => {
      if (json) console.log(JSON.stringify(lineOf(warning)));
      warnings.add(warning);
    },
    (resource, count) => {
      records += 1;
      printProgress(`${resource.name}: ${quantity(count, 'record')} checked`);
    },
  );
  if (!json) console.log(warnings.describe(records));
  return warnings.count() > 0 ? 1 : 0;
}

const lineOf = ({ code, resource, number, path, message, records }: Warning) => ({
  code,
  resource,
  id: number,
  path,
  message,
  records,
});
