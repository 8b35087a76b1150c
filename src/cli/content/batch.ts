import type { Command } from 'commander';
import { type AppliedBatch, findBatch } from '../../plugins/rostra/server/src/store/batches/batches';
import { run } from '../../plugins/rostra/server/src/store/database';
import { findChange } from '../../plugins/rostra/server/src/store/history/change-details';
import { withStrapi } from '../../runtime/strapi';
import { changesOfBatch } from './batch-changes';
import { batchText } from './batch-text';
import { describeChanges } from './describe-changes';
import { laterChanges } from './later-changes';
import { parseCount } from './read-options';

interface BatchOptions {
  json?: boolean;
}

/** Adds `content batch show` and `content batch diff`, which say what a batch has done. Exit codes: 0, 2 no such batch. */
export function registerBatch(program: Command): Command {
  const batch = program
    .command('batch')
    .description('say what an import has done: "batch show 7", "batch diff 7"')
    .addHelpText('after', EXAMPLES);
  subcommand(
    batch,
    'show',
    'when it was, who made it, of which files, how many records it wrote, and what became of it',
  )
    .option('--json', 'print the result as JSON, for programs')
    .action((number: number, options: BatchOptions) => withBatch(number, options, show));
  subcommand(batch, 'diff', 'what it changed, in the form of "content plan"')
    .option('--json', 'write one line of JSON for each record')
    .action((number: number, options: BatchOptions) => withBatch(number, options, diff));
  return batch;
}

const subcommand = (batch: Command, name: string, description: string): Command =>
  batch
    .command(name)
    .argument('<batch>', 'the number of a batch, from "content batches"', parseCount)
    .description(description)
    .addHelpText('after', EXAMPLES);

const EXAMPLES = `
Examples:
  npm run content -- batches                lists imports with their numbers
  npm run content -- batch show 12
  npm run content -- batch diff 12 | less
  npm run -s content -- batch diff 12 --json | jq 'select(.resource == "rs_bills")'

Exit codes: 0 done, 2 no such batch.`;

/** Runs a command for a batch; says what is wrong if there is none. */
async function withBatch(
  number: number,
  options: BatchOptions,
  work: (batch: AppliedBatch, options: BatchOptions) => Promise<void>,
): Promise<void> {
  await withStrapi(async () => {
    const batch = await findBatch(number, run);
    if (batch) return work(batch, options);
    const message = `There is no batch ${number}; "content batches" lists them.`;
    if (options.json) console.log(JSON.stringify({ error: message }));
    else console.error(message);
    process.exitCode = 2;
  });
}

async function show(batch: AppliedBatch, { json }: BatchOptions): Promise<void> {
  const { change } = batch;
  const made = change === null ? undefined : await findChange(change, run);
  const since = await laterChanges(batch);
  const { later: takenBack, more } = since;
  if (json) console.log(JSON.stringify({ ...batch, by: made ?? null, takenBack, ...(more > 0 && { more }) }));
  else console.log(batchText(batch, made, since));
}

async function diff({ number, kind, change }: AppliedBatch, { json }: BatchOptions): Promise<void> {
  if (change === null) {
    if (!json)
      console.log(
        `History holds nothing of batch ${number}: it changed nothing, or an earlier version of Rostra applied it.`,
      );
    return;
  }
  // Each chunk is read once the one before is written.
  for await (const changes of changesOfBatch(change, kind)) {
    if (json) for (const { file: _, moment: __, ...each } of changes) console.log(JSON.stringify(each));
    else for (const text of await describeChanges(changes)) console.log(text);
  }
}
