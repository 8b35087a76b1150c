import type { JsonObject } from '../../../../../common/json';
import { definedIn } from '../../../../../common/maps';
import { choice, integer, text, textList } from '../fields';
import type { Field, Schema } from '../fields/field';
import { checkFields, type RestoreOptions } from '../plan/restoring/restore';
import type { Call } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';

/** The fields of the body of a restore. */
export const restoreBody = (resource: Resource): Record<string, Field> => ({
  change: described(
    integer().required(),
    'the change after which the record was right; if that change deleted it, the record returns as it was before',
    { examples: [1204] },
  ),
  fields: described(fieldsOf(resource), 'only these fields; all of them if it is missing. An empty list is a fault'),
  conflicts: described(
    choice(['refuse', 'overwrite', 'keep']).default('refuse'),
    'what happens to fields that others have changed since: `refuse` answers 409 and names them, `overwrite` restores them too, `keep` leaves them and restores the rest. Default: `refuse`',
  ),
  missing: described(
    choice(['refuse', 'restore', 'omit']).default('refuse'),
    'what happens to references to deleted records: `refuse` answers 400 and names them, `restore` brings these records back too, `omit` leaves the references out. Default: `refuse`',
  ),
  others: described(
    choice(['refuse', 'leave']).default('refuse'),
    'what happens if other records cannot be restored as they were: `refuse` answers 400 and names them, `leave` leaves them as they are and restores the rest. Default: `refuse`',
  ),
  note: described(text(), 'why, for those who read the history; required to take back what others have done'),
});

/** Names of fields, each of which the resource has. Null stands for all; an empty list is a fault. */
function fieldsOf(resource: Resource): Field {
  const names = textList();
  return {
    ...names,
    empty: null,
    parse: (value, context, siblings) => {
      const parsed = names.parse(value, context, siblings);
      const given: unknown = parsed ?? value;
      if (Array.isArray(given)) checkFields(resource, given, context);
      return parsed;
    },
  };
}

const described = (field: Field, description: string, more: Schema = {}): Field => ({
  ...field,
  schema: { ...field.schema, description, ...more },
  ...(field.accepts && { accepts: { ...field.accepts, description: withForm(description, field.accepts) } }),
});

/** A description, with the forms that a value may have. */
const withForm = (description: string, { description: form }: Schema): string =>
  typeof form === 'string' ? `${description}; ${form}` : description;

/** What a parsed body asks for. */
export const optionsIn = ({ values }: Call): RestoreOptions => ({
  change: values.change as number,
  ...definedIn({
    fields: (values.fields ?? undefined) as string[] | undefined,
    conflicts: (values.conflicts ?? undefined) as RestoreOptions['conflicts'],
    missing: (values.missing ?? undefined) as RestoreOptions['missing'],
    others: (values.others ?? undefined) as RestoreOptions['others'],
    note: (values.note ?? undefined) as string | undefined,
  }),
});

/** Example values of path, body and answer. */
export const EXAMPLE: JsonObject = {
  id: 12,
  count: 1,
  conflicts: 'keep',
  missing: 'restore',
  others: 'leave',
  note: '誤刪',
};

const VOTE = { resource: 'rs_votes', id: 3 };

/** Example lists of an answer: a field that changes, one that others have changed since, and another record that stays as it is. */
export function exampleLists(resource: Resource): Record<'records' | 'conflicts' | 'faults', JsonObject[]> {
  const { id = 0 } = EXAMPLE;
  const { name, fields, key } = resource;
  const sample = sampleOf(resource);
  const isScalar = (path: string) => path !== key.name && ['string', 'number', 'boolean'].includes(typeof sample[path]);
  const isText = (path: string) => fields[path]?.kind === 'text';
  const [path = '', other = path] = Object.keys(fields)
    .filter(isScalar)
    .sort((a, b) => Number(isText(b)) - Number(isText(a)));
  const message = 'was changed by 林編輯 (panel) on 2026-03-02T02:00:00.000Z, change 1207';
  return {
    records: [
      {
        resource: name,
        id,
        action: 'change',
        before: { [path]: isText(path) ? '…' : null },
        after: { [path]: sample[path] ?? null },
      },
    ],
    conflicts: other === path ? [] : [{ resource: name, id, path: other, code: 'CHANGED_SINCE', message }],
    faults: name === 'reps' ? [{ ...VOTE, path: 'nay[0]', code: 'DUPLICATE', message: '12 is already in aye' }] : [],
  };
}
