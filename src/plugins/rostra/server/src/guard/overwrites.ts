import createError from 'http-errors';
import type { Context } from 'koa';
import {
  CHANGE_HEADER,
  DROPPED_ROWS_HEADER,
  FORMER_SAVES_HEADER,
  formerSavesIn,
  ROWS_HEADER,
} from '../../../../../common/change-position';
import { type JsonObject, pick, rowsIn } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { changedSince, isChangedOnlyBy } from '../store/history/overwrites';
import { type RowIds, readRowIds } from '../store/row-ids';
import { app } from '../store/strapi';
import { mergeFormRows, nestedAttribute, rowIdsIn, storedRows } from './form-rows';
import { listSides, type Sides } from './list-sides';
import { overwrittenFields } from './merged-lists';
import { ownChoices, wholeFields } from './own-choices';
import { withoutNeighbours } from './relation-changes';
import { sidesOf } from './row-sides';

/** What a refused save would have overwritten. Whoever answers it shows values only to those who may read them. */
export interface Overwrite {
  /** The record's public identifier. */
  number: number;
  /** The last change that the form had shown, and the record's last one. */
  since: number;
  change: number;
  /** The fields that others have changed since, and this save would change. */
  fields: string[];
  /** Their stored values. */
  theirs: JsonObject;
  /** Those of the save; null if it refers to rows that are gone, so that they are unknown. */
  mine: JsonObject | null;
  /** The record's rows after its last change, and what the save can write of the lists that were merged item by item, by attribute. */
  rows: RowIds;
  merged: Record<string, Sides>;
}

/** What the guard has found out about the save of a form. */
interface FormSave {
  /** Whether the record has changed since the form has shown it. */
  isMerged?: boolean;
  overwrite?: Overwrite;
}

const MESSAGE =
  '未儲存：這些欄位在您編輯期間已被修改，請重新載入頁面 — Not saved: these fields have been changed since the form was opened; reload the page';

const saves = new WeakMap<object, FormSave>();

/** What the guard has found out about the save that a request is. */
export const saveOf = (ctx: Context): FormSave => saves.get(ctx.req) ?? {};

/** The write of a record by a form that says which change of it has been shown. */
export interface FormWrite {
  /** What to write: the form's data, with the changes of others in its lists of rows. */
  data: Record<string, unknown>;
  /** Refuses what would overwrite what others have changed since: 409. Others' changes of other fields stay, because a form sends only what its editor changed. */
  refuseOverwrites(after: JsonObject): Promise<void>;
  /** Refuses rows that others have replaced: 409. Strapi does not know them any more. Throws other errors again. Takes the written attributes. */
  refuseLostRows(error: unknown, written: string[]): never;
}

/** The record that a form writes, as it is stored. */
interface StoredRecord {
  documentId: string;
  publicId: number;
  record: JsonObject;
}

/**
 * Finds out what others have changed since the form of a record was loaded. Undefined if nothing has, or if the request is not the save of a
 * form that says what it has shown. Call it while the record is locked.
 */
export async function formWrite(
  resource: Resource,
  { documentId, publicId, record }: StoredRecord,
  data: Record<string, unknown>,
  run: Run,
): Promise<FormWrite | undefined> {
  const ctx = app().requestContext.get();
  const since = ctx && shownChange(ctx, documentId);
  if (!ctx || since === undefined) return undefined;
  // What such a save has stored, the form holds, maybe as it was changed since.
  const former = formerSavesIn(ctx.get(FORMER_SAVES_HEADER));
  if (former.length > 0 && (await isChangedOnlyBy(former, resource, publicId, since, run))) return undefined;
  const changed = await changedSince(resource, publicId, since, run);
  if (!changed) return undefined;
  const save: FormSave = { isMerged: true };
  saves.set(ctx.req, save);
  const rows = await readRowIds(resource, publicId, run);
  const lists = await mergeFormRows(
    { resource, changed, record, ids: rows },
    data,
    { base: rowIdsIn(ctx.get(ROWS_HEADER)), dropped: rowIdsIn(ctx.get(DROPPED_ROWS_HEADER)) },
    run,
  );
  const changedFields = wholeFields(resource, changed.fields);
  const attribute = (name: string) => resourceAttribute(resource, name);
  const refuse = (fields: string[], mine: JsonObject | null, merged: Record<string, Sides> = {}) => {
    const { change } = changed;
    const theirs = pick(record, fields);
    save.overwrite = {
      number: publicId,
      since,
      change,
      fields,
      theirs,
      mine: mine && pick(mine, fields),
      rows,
      merged,
    };
    return createError(409, MESSAGE);
  };
  return {
    data: withoutNeighbours(resource.uid, {
      ...data,
      ...Object.fromEntries([...lists].map(([name, { mine }]) => [attribute(name), mine])),
    }),

    refuseOverwrites: async (stored) => {
      const own = await ownChoices(resource, publicId, { changed: changedFields, data }, run);
      const after = { ...stored, ...own };
      const written = lists.size > 0 ? await readRowIds(resource, publicId, run) : {};
      const outcomes = [...lists].map(([name, list]) => {
        const rows = storedRows(after, name, written[attribute(name)]);
        return { name, outcome: list.outcome(rows, nestedAttribute(resource, name)) };
      });
      const merged = { ...after, ...Object.fromEntries(outcomes.map(({ name, outcome }) => [name, outcome.rows])) };
      const theirs = new Map(outcomes.map(({ name, outcome }) => [name, outcome.theirs]));
      const compared = { shown: changed.shown, theirs: record, after };
      const overwritten = overwrittenFields(changedFields, compared, theirs);
      const chosen = outcomes.map((each) => {
        const their = { rows: rowsIn(record, each.name), ids: rows[attribute(each.name)] ?? [] };
        return { name: each.name, ...sidesOf(resource, each, merged, their) };
      });
      const broken = chosen.filter(({ isBroken }) => isBroken).map(({ name }) => name);
      const fields = wholeFields(resource, [...overwritten, ...broken]);
      // Without fields, the form sends again what is merged, and nobody is asked.
      if (fields.length === 0 && !outcomes.some(({ outcome }) => outcome.hasRepeated)) return;
      const ofRecords = await listSides(resource, { fields, data }, compared, run);
      throw refuse(
        fields,
        { ...after, ...Object.fromEntries(chosen.map((each) => [each.name, each.rows])) },
        { ...ofRecords, ...Object.fromEntries(chosen.map(({ name, sides }) => [attribute(name), sides])) },
      );
    },

    refuseLostRows: (error, written) => {
      const fields = changed.fields.filter((name) => written.includes(attribute(name)));
      const isOfRows = error instanceof Error && /components .* not related to the entity/.test(error.message);
      throw isOfRows && fields.length > 0 ? refuse(fields, null) : error;
    },
  };
}

/** The change that the form of this document has shown; undefined if the request is not the save of such a form. */
function shownChange(ctx: Context, documentId: string): number | undefined {
  if (ctx.method !== 'PUT' || ctx.params?.id !== documentId) return undefined;
  const text = ctx.get(CHANGE_HEADER);
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
