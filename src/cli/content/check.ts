import type { Command } from 'commander';
import type { Warning } from '../../common/findings';
import { checkStored } from '../../plugins/rostra/server/src/checks/check-stored';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run } from '../../plugins/rostra/server/src/store/database';
import { resources } from '../../resources';
import { rules } from '../../rules';
import { withStrapi } from '../../runtime/strapi';
import { numbered } from './numbered';
import { collectWarnings } from './warnings';

interface Options {
  json?: boolean;
  all?: boolean;
}

/** Adds `content check`, the integrity report, to the commands. Exit codes: 0 nothing odd, 1 warnings, 2 wrong use. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('look for what is odd in the stored records, though nothing forbids it; changes nothing')
    .argument('[resources...]', 'names of resources, rs_votes; all of them by default')
    .option('--json', 'write one line of JSON for each warning')
    .option('--all', 'show every warning, not only the first ones of each kind')
    .addHelpText('after', HELP)
    .action(async (names: string[], options: Options) => {
      const unknown = names.filter((name) => !checkable.some((of) => of.name === name));
      if (unknown.length > 0) {
        const known = checkable.map(({ name }) => name).join(', ');
        console.error(`There are no rules for ${unknown.join(', ')}. There are rules for ${known}.`);
        process.exitCode = 2;
        return;
      }
      const chosen = checkable.filter(({ name }) => names.length === 0 || names.includes(name));
      process.exitCode = await withStrapi(() => report(chosen, options));
    });
}

const HELP = `
What it looks for: voters without a seat on the day, lists that do not add up to the seats, dates outside their term or
session, terms and sessions that nobody has entered, sessions that overlap, votes, versions and slugs that stand twice,
links that are no URL, missing scores, and people who look like one.

Examples:
  npm run content -- check                    everything
  npm run content -- check rs_votes --all     every warning about votes
  npm run content -- check --json | jq -r .message

Exit codes: 0 nothing odd, 1 warnings, 2 wrong use.`;

/** The resources that there are rules for. */
const checkable: Resource[] = resources.filter(({ name }) => rules.judged[name]);

/** Checks and reports; answers the exit code. */
async function report(chosen: Resource[], { json = false, all = false }: Options): Promise<number> {
  const warnings = collectWarnings({ shown: all ? Number.POSITIVE_INFINITY : undefined });
  const tell = tellNowAndThen();
  let records = 0;
  await checkStored(
    chosen,
    run,
    (warning) => {
      if (json) console.log(JSON.stringify(lineOf(warning)));
      warnings.add(warning);
    },
    (of, count) => {
      records += 1;
      tell(`${of.name}: ${numbered(count, 'record')} checked`);
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

const SECONDS_BETWEEN_LINES = 5;

/** Shows how far a long check is, apart from what it finds. */
function tellNowAndThen(): (line: string) => void {
  let last = Date.now();
  return (line) => {
    if (Date.now() - last < SECONDS_BETWEEN_LINES * 1000) return;
    last = Date.now();
    process.stderr.write(`${line}\n`);
  };
}
