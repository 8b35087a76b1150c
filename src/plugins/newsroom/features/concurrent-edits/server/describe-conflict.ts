import type { Context } from 'koa';
import { mapValues } from '../../../../../common/maps';
import type { Sides } from '../../../../rostra/server/src/guard/list-sides';
import type { Overwrite } from '../../../../rostra/server/src/guard/overwrites';
import { resourceAttribute } from '../../../../rostra/server/src/operations/write';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { listRevisions } from '../../../../rostra/server/src/store/history/revisions';
import { headOf } from '../../../server/change-head';
import { type Ability, actionOf } from '../../../server/permissions';
import { fieldsOf, namedFields } from '../../history/server/fields';
import { partsOf, readerOf } from '../../history/server/reader';
import { namesIn, onlyFields } from '../../history/server/states';
import type { ChangeHead, FieldName } from '../../history/shared/history';
import { storedNames } from '../../history/shared/values';
import type { Conflict, ConflictingField } from '../shared/conflict';
import { rowsHeader } from './rows-header';

/** The latest changes of a record among which those of its fields are looked for. */
const RECENT = 100;

/** Describes for the sender of a save what it would have overwritten: both values of each field, and who changed it and when. */
export async function describeConflict(ctx: Context, overwrite: Overwrite): Promise<Conflict> {
  const { model: uid } = ctx.params as { model: string };
  const resource = findResourceByUid(uid);
  if (!resource) throw new Error(`no resource ${uid}`);
  const { number, since, change, fields: names, theirs, mine, rows, merged, removed } = overwrite;
  const reader = readerOf(ctx);
  const all = fieldsOf(resource);
  const readable = attributesOf(reader.visible(resource, all).fields);
  const isUntold = (attribute: string) => overwrite.complete.includes(attribute) && !readable.includes(attribute);
  const named = new Set(namedFields(resource, names).map(({ name }) => name));
  const changed = all.filter(({ name, attributes }) => named.has(name) || attributes.some(isUntold));
  const { fields, hidden } = reader.visible(resource, changed);
  const revisions = await listRevisions(resource.name, number, { limit: RECENT }, run);
  const later = revisions.filter((revision) => revision.change > since);
  const rowsText = rowsHeader(rows);
  const sides = [theirs, mine].map((state) => state && onlyFields(state, fields));
  const unread = overwrite.byItem.filter(isUntold);
  const staysInPart = (attribute: string) =>
    unread.includes(attribute) || (!isUntold(attribute) && merged[attribute]?.theirs !== undefined);
  const hiddenFields = changed.filter((field) => !fields.includes(field));
  return {
    uid,
    change,
    fields: fields.map((field) => {
      const revisions = later.filter((each) => storedNames(field).some((name) => name in (each.fields ?? {})));
      return {
        ...field,
        ...changedBy(revisions.map(headOf)),
        ...(removed[field.name] && { removed: removed[field.name] }),
        ...(overwrite.whole.includes(field.name) && { isWhole: true }),
      };
    }),
    groups: overwrite.groups.map(({ fields: names, isMineLost }) => {
      const shown = fields.filter((field) => storedNames(field).some((name) => names.includes(name)));
      const areOpen = names.every(
        (name) =>
          shown.some((field) => storedNames(field).includes(name)) &&
          mayWrite(reader.ability, uid, resourceAttribute(resource, name)),
      );
      return { fields: shown.map(({ name }) => name), isTheirsOnly: isMineLost || !areOpen };
    }),
    hidden,
    hiddenWhole: hiddenFields.filter(
      ({ name, attributes }) => overwrite.whole.includes(name) || !attributes.every(staysInPart),
    ).length,
    hiddenAttributes: attributesOf(hiddenFields),
    unread,
    theirs: sides[0] ?? {},
    mine: sides[1] ?? null,
    ...(rowsText !== undefined && { rows: rowsText }),
    merged: mapValues(merged, (sides, attribute) =>
      readable.includes(attribute) ? sides : isUntold(attribute) ? {} : theirsOnly(sides),
    ) as Conflict['merged'],
    names: await namesIn(
      reader,
      sides.map((state) => ({ fields, state })),
    ),
  };
}

/** Whether somebody may write an attribute; conditions on records are fulfilled, or Strapi would have refused the save. */
const mayWrite = (ability: Ability, uid: string, attribute: string): boolean => {
  const rules = ability.rulesFor(actionOf('update'), uid).filter(({ inverted }) => !inverted);
  return partsOf(uid, attribute).every((part) => rules.some(({ fields }) => !fields || fields.includes(part)));
};

/** Who has changed a field last, and who is the only one. */
function changedBy(heads: ChangeHead[]): Pick<ConflictingField, 'changedBy' | 'other'> {
  const [last, ...others] = heads;
  if (!last) return {};
  const isOne = others.every(({ by }) => by.kind === last.by.kind && by.id === last.by.id && by.name === last.by.name);
  return { changedBy: last, ...(isOne && { other: last.by }) };
}

const attributesOf = (fields: FieldName[]): string[] => fields.flatMap(({ attributes }) => attributes);

/** What the others' side says of a list that the editor may not read: nothing but ids and what he has sent. */
const theirsOnly = ({ theirs }: Sides): Sides => ({ mine: theirs, theirs });
