import type { Command } from 'commander';
import { findResource } from '../../plugins/rostra/server/src/resource/registry';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run } from '../../plugins/rostra/server/src/store/database';
import { findStart } from '../../plugins/rostra/server/src/store/history/lookups';
import { listRevisions, type StoredRevision, valuesOf } from '../../plugins/rostra/server/src/store/history/revisions';
import { resources } from '../../resources';
import { withStrapi } from '../../runtime/strapi';
import { describeFields, type RevisionChange } from './describe-changes';
import { parseCount } from './read-options';
import { visible } from './visible';
import { actorText, exactText } from './who-when';

/** Adds `content history`, which lists what changed a record. Exit codes: 0, 2 for a record that never existed. */
export const registerHistory = (program: Command): Command =>
  program
    .command('history')
    .argument('<resource>', 'rs_bills, reps, …')
    .argument('<id>', 'the identifier of a record, which may be deleted', parseCount)
    .description('list what changed a record, newest first')
    .option('--show <n>', 'how many changes to show', parseCount, 20)
    .option('--json', 'write one line of JSON for each change')
    .addHelpText('after', EXAMPLES)
    .action(async (name: string, id: number, { show, json }: { show: number; json?: boolean }) => {
      const resource = findRestorable(name);
      if (!resource) return;
      const { texts, start } = await withStrapi(async () => {
        const found = await listRevisions(resource.name, id, { limit: show }, run);
        const described = json ? found.map((each) => JSON.stringify(each)) : await describe(name, id, found);
        return { texts: described, start: await findStart(resource.name, id, run) };
      });
      if (!start) {
        console.error(`History knows of no ${name} ${id}.`);
        process.exitCode = 2;
      }
      for (const text of texts) console.log(text);
      if (!json && start?.foundAt && texts.length < show)
        console.log(`History begins on ${exactText(start.foundAt)}: it was there before.`);
    });

/** The resource with this name; prints what is wrong with an unknown one, for which the exit code is 2. */
export function findRestorable(name: string): Resource | undefined {
  const resource = findResource(name, resources);
  if (resource) return resource;
  console.error(`There is no resource "${name}". "content columns" lists all resources.`);
  process.exitCode = 2;
  return undefined;
}

const EXAMPLES = `
Examples:
  npm run content -- history rs_bills 12
  npm run content -- history rs_bills 12 --json | jq .change

"content restore" takes a record back to one of these changes.`;

const VERBS = { create: 'created', change: 'changed', remove: 'deleted' };

/** Describes revisions of a record: `1204  2026-03-02T02:00:00.123Z  changed by 林編輯 (command, import: batch 12)`, and below it `  content: "一" → "二"`. */
async function describe(resource: string, number: number, revisions: StoredRevision[]): Promise<string[]> {
  const changes = revisions.map(({ change, action, fields }): RevisionChange => {
    const { from, to, erased } = valuesOf(action === 'change' ? fields : {});
    return { ...{ resource, number, action: 'change', from, to, erased }, moment: { before: change } };
  });
  const lines = await describeFields(changes);
  return revisions.map((revision, index) =>
    [headOf(revision), ...(lines[index] ?? []).map((line) => line.replaceAll(/^/gm, '       '))].join('\n'),
  );
}

function headOf({ change, at, action, kind, batch, door, actor, note }: StoredRevision): string {
  const who = actor.name === undefined && actor.kind === undefined ? '' : ` by ${actorText(actor)}`;
  const reason = note === null ? '' : `: ${visible(note)}`;
  // To history, what does a batch again is a restore that has a batch.
  const what = batch === null ? '' : `, ${kind === 'restore' ? 'redo' : kind}: batch ${batch}`;
  return `${String(change).padStart(7)}  ${exactText(at)}  ${VERBS[action]}${who} (${door}${what})${reason}`;
}
