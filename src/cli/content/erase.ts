import type { Command } from 'commander';
import { plansOf, removePlans } from '../../plugins/rostra/server/src/plan/stored-plans';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { run, transaction } from '../../plugins/rostra/server/src/store/database';
import {
  accountsNamed,
  countValues,
  erasureTime,
  parentFieldsOf,
} from '../../plugins/rostra/server/src/store/history/erase';
import { erase } from '../../plugins/rostra/server/src/store/history/erasures-file';
import { currentOrigin } from '../../plugins/rostra/server/src/store/history/origin';
import { lockImports } from '../../plugins/rostra/server/src/store/import-lock';
import { resources } from '../../resources';
import { settings } from '../../runtime/settings';
import { withStrapi } from '../../runtime/strapi';
import { quantity } from '../command';
import { parseCount } from './read-options';

interface Options {
  actor?: string;
  yes?: boolean;
}

/** Adds `content erase`. Exit codes: 0 done, 1 not confirmed, 2 no such record. */
export const registerErase = (program: Command): Command =>
  program
    .command('erase')
    .argument('[resource]', 'the name of a resource (reps, …)')
    .argument('[id]', 'the id of a record, also of a deleted one', parseCount)
    .description('erase what the history holds of a record, or a name in "who"; records and accounts stay as they are')
    .option('--actor <name>', 'instead of a record: the name of an account that has made changes')
    .option('--yes', 'erase; without it, only say what would be erased')
    .addHelpText('after', HELP)
    .action(async (name: string | undefined, publicId: number | undefined, { actor, yes = false }: Options) => {
      if ((actor === undefined) === (publicId === undefined) || (actor !== undefined && name !== undefined)) {
        console.error('Give a resource and an id, or --actor (see --help).');
        process.exitCode = 2;
        return;
      }
      if (publicId === undefined) {
        process.exitCode = await withStrapi(() => eraseActor(actor as string, yes));
        return;
      }
      const resource = resources.find((each) => each.name === name);
      if (!resource) {
        console.error(
          `There is no resource ${name}. The resources are ${resources.map((each) => each.name).join(', ')}.`,
        );
        process.exitCode = 2;
        return;
      }
      process.exitCode = await withStrapi(() => eraseRecord(resource, publicId, yes));
    });

const HELP = `
Examples:
  npm run content -- erase reps 12          what would be erased
  npm run content -- erase reps 12 --yes    erases it
  npm run content -- erase --actor 王小明    in how many changes the name of this account stands

Erases the values before and after each change of the record, and the values of a deleted record; which fields changed when, and who
changed them, stays. Also removes stored plans with the record, and what the histories of its parents show of it. Change or delete the record
first: history holds the value that you replace. With --actor, the changes of each account of this name show its id only; rename or
delete the account first, because it keeps its name. Erasures are noted in DATA_DIR/erasures.ndjson; a restored backup applies them at
its next start. They cannot be undone.
Exit codes: 0 done, 1 not confirmed, 2 no such record.`;

async function eraseRecord(resource: Resource, publicId: number, isConfirmed: boolean): Promise<number> {
  const { name } = resource;
  const at = await erasureTime(name, publicId, run);
  if (at === undefined) {
    console.error(`The history does not know ${name} ${publicId}.`);
    return 2;
  }
  const { dataDir } = settings();
  const erasure = { resource: name, publicId, at, by: { ...currentOrigin()?.by } };
  const parents = parentFieldsOf(resource, resources);
  const { own, ofParents } = await countValues(erasure, parents, run);
  const plans = await plansOf(dataDir, name, publicId);
  const what = `the values of ${quantity(own, 'change')} of ${name} ${publicId}, of ${quantity(ofParents, 'change')} of its parents, and ${quantity(plans.length, 'stored plan')}`;
  if (!isConfirmed) {
    console.log(`This would erase ${what}. Add --yes to erase them: that cannot be undone.`);
    return 1;
  }
  await transaction(async (each) => {
    // An import that runs reads its plan.
    await lockImports(each);
    await erase(dataDir, erasure, each);
    await removePlans(plans);
  });
  console.log(`Erased ${what}.`);
  return 0;
}

async function eraseActor(name: string, isConfirmed: boolean): Promise<number> {
  const accounts = await accountsNamed(name, run);
  if (accounts.length === 0) {
    console.error(`The history knows no account of the name ${name}.`);
    return 2;
  }
  const kinds = accounts.map(({ resource, publicId }) => `${resource.replace('actor:', '')} ${publicId}`).join(', ');
  const changes = accounts.reduce((sum, each) => sum + each.changes, 0);
  const where = `in ${quantity(changes, 'change')} of ${kinds}`;
  if (!isConfirmed) {
    console.log(`This would erase the name ${name} ${where}. Add --yes to erase them: that cannot be undone.`);
    return 1;
  }
  const { dataDir } = settings();
  const by = { ...currentOrigin()?.by };
  await transaction(async (each) => {
    for (const { resource, publicId, at } of accounts) await erase(dataDir, { resource, publicId, at, by }, each);
  });
  console.log(`Erased the name ${where}.`);
  return 0;
}
