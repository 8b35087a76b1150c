import type { Command } from 'commander';
import { isObject } from '../../common/json';
import { attributeOf, type Field } from '../../plugins/rostra/server/src/fields/field';
import { EXTERNAL_ID } from '../../plugins/rostra/server/src/import/external-id';
import { register, resourceByKind } from '../../plugins/rostra/server/src/resource/registry';
import type { Resource } from '../../plugins/rostra/server/src/resource/resource';
import { accounts, resources } from '../../resources';

/** Adds `content columns`, which lists the columns of a table and their values. Exit codes: 0, 2 for an unknown resource. */
export const registerColumns = (program: Command): Command =>
  program
    .command('columns')
    .argument('[resource]', 'rs_bills, reps, …; without it, list all resources')
    .description('list the columns of a resource in CSV and XLSX files, and their values')
    .addHelpText('after', EXAMPLES)
    .action((name: string | undefined) => {
      register({ resources: [...resources, ...accounts], views: [], endpoints: [] });
      const resource = resources.find((each) => each.name === name);
      if (resource) console.log(table(resource));
      else if (name === undefined) console.log(resources.map((each) => each.name).join('\n'));
      else {
        console.error(`There is no resource "${name}". "content columns" lists all resources.`);
        process.exitCode = 2;
      }
    });

const table = (resource: Resource): string => {
  const key = resource.key.field ? [] : [['id', '', 'identifier of an existing record; optional for a new one']];
  const rows = Object.entries(resource.fields)
    .filter(([, field]) => !field.isDerived)
    .map(([name, field]) => [name, field.isRequired ? 'required' : '', describe(name, field)]);
  const external = resource.hasPrivateHistory
    ? []
    : [[EXTERNAL_ID, '', 'identifier at the source that --source names: any text']];
  const all = [...key, ...external, ...rows];
  const [first, second] = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)) + 2);
  return all.map(([a = '', b = '', c = '']) => `${a.padEnd(first ?? 0)}${b.padEnd(second ?? 0)}${c}`).join('\n');
};

/** Describes the values of a column. */
function describe(name: string, field: Field): string {
  const kinds = (field.referencePaths?.(attributeOf(name, field), name) ?? []).map(
    ({ kind }) => resourceByKind(kind).name,
  );
  const targets = [...new Set(kinds)].join(', ');
  if (field.children || field.cell?.columns)
    return `rows: ${Object.keys(field.cell?.columns ?? {}).join(', ')}${none(field)}`;
  switch (field.kind) {
    case 'ref':
    case 'oneOfId':
      return `id or name, of ${targets}`;
    case 'refs':
      return `ids or names, of ${targets}; split at ; or 、${none(field)}`;
    case 'tags':
      return `names of tags, split at ;${none(field)}`;
    case 'textList':
      return `texts, split at ;${none(field)}`;
    case 'ordinalList':
      return `whole numbers, split at ;${none(field)}`;
    case 'epochMs':
    case 'utcText':
      return 'date: 2016-02-01, 2016/2/1, 105/02/01, 民國105年2月1日';
    case 'boolean':
      return 'yes or no: 是, 否, true, false, 1, 0';
    case 'integer':
      return 'whole number';
    case 'color':
      return 'colour, #rrggbb';
    case 'oneOfType':
    case 'choice':
      return choicesOf(field);
    case 'text':
      return 'text';
    default:
      return `JSON${none(field)}`;
  }
}

/** How to write an empty list in a required column. */
const none = ({ isRequired }: Field): string => (isRequired ? '; [] for none' : '');

function choicesOf({ schema }: Field): string {
  const { enum: allowed, examples } = isObject(schema) ? schema : {};
  const listed = (Array.isArray(allowed) ? allowed : examples) as string[] | undefined;
  return listed ? `one of ${listed.join(', ')}` : 'text';
}

const EXAMPLES = `
Examples:
  npm run content -- columns              lists all resources
  npm run content -- columns rs_bills

Nested rows are JSON in one cell, or have columns of their own: legislative_steps.0.date, legislative_steps.1.date, …
Exit codes: 0 done, 2 no such resource.`;
