import type { Command } from 'commander';
import { isObject } from '../../common/json';
import { findResource } from '../../plugins/rostra/server/src/resource/registry';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run } from '../../plugins/rostra/server/src/store/database';
import { findStart } from '../../plugins/rostra/server/src/store/history/lookups';
import { listRevisions, type StoredRevision } from '../../plugins/rostra/server/src/store/history/revisions';
import { resources } from '../../resources';
import { withStrapi } from '../../runtime/strapi';
import { short } from './print-values';
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
      const { found, start } = await withStrapi(async () => ({
        found: await listRevisions(resource.name, id, { limit: show }, run),
        start: await findStart(resource.name, id, run),
      }));
      if (!start) {
        console.error(`History knows of no ${name} ${id}.`);
        process.exitCode = 2;
      }
      for (const each of found) console.log(json ? JSON.stringify(each) : describe(each));
      if (!json && start?.foundAt && found.length < show)
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
function describe({ change, at, action, door, actor, fields, note }: StoredRevision): string {
  const by = actor.name ?? actor.kind;
  const who = by === undefined ? '' : ` by ${by}`;
  const time = timeOf(at);
  const values = action === 'change' && isObject(fields) ? Object.entries(fields) : [];
  const lines = values.map(([name, value]) => {
    if (!Array.isArray(value)) return `         ${name}: (erased)`;
    const [before = null, after = null] = value;
    return `         ${name}: ${short(before)} → ${short(after)}`;
  });
  const reason = note === null ? '' : `: ${note}`;
  return [`${String(change).padStart(7)}  ${time}  ${VERBS[action]}${who} (${door})${reason}`, ...lines].join('\n');
}
