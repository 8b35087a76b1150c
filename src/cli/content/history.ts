import type { Command } from 'commander';
import { findResource } from '../../plugins/rostra/server/src/resource/registry';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run } from '../../plugins/rostra/server/src/store/database';
import { findStart } from '../../plugins/rostra/server/src/store/history/lookups';
import { listRevisions, type StoredRevision, valuesOf } from '../../plugins/rostra/server/src/store/history/revisions';
import { resources } from '../../resources';
import { withStrapi } from '../../runtime/strapi';
import { describeFields, erasedText } from './describe-changes';
import { parseCount } from './read-options';

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
        const described: string[] = [];
        for (const each of found) described.push(json ? JSON.stringify(each) : await describe(name, id, each));
        return { texts: described, start: await findStart(resource.name, id, run) };
      });
      if (!start) {
        console.error(`History knows of no ${name} ${id}.`);
        process.exitCode = 2;
      }
      for (const text of texts) console.log(text);
      if (!json && start?.foundAt && texts.length < show)
        console.log(`History begins on ${timeOf(start.foundAt)}: it was there before.`);
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

/** A time in epoch ms as UTC text. */
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

const VERBS = { create: 'created', change: 'changed', remove: 'deleted' };

/** `1204  2026-03-02 02:00:00  changed by 林編輯 (panel)`, and below it `  content: "一" → "二"`. */
async function describe(resource: string, number: number, revision: StoredRevision): Promise<string> {
  const { change, at, action, door, actor, fields, note } = revision;
  const by = actor.name ?? actor.kind;
  const who = by === undefined ? '' : ` by ${by}`;
  const reason = note === null ? '' : `: ${note}`;
  const head = `${String(change).padStart(7)}  ${timeOf(at)}  ${VERBS[action]}${who} (${door})${reason}`;
  if (action !== 'change') return head;
  const { from, to, erased } = valuesOf(fields);
  const changed = { resource, number, action, from, to };
  const lines = [...(await describeFields(changed, { moment: { before: change } })), ...erased.map(erasedText)];
  return [head, ...lines.map((line) => line.replaceAll(/^/gm, '       '))].join('\n');
}
