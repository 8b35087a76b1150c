import createError from 'http-errors';
import type { Context } from 'koa';
import {
  CHANGE_HEADER,
  DROPPED_ROWS_HEADER,
  FORMER_SAVES_HEADER,
  formerSavesIn,
  ROWS_HEADER,
} from '../../../../../common/change-position';
import { type JsonObject, pick } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { changedSince, isChangedOnlyBy } from '../store/history/overwrites';
import { type RowIds, readRowIds } from '../store/row-ids';
import { app } from '../store/strapi';
import { type Conflicts, findConflicts } from './conflicts';
import { mergeFormRows, rowIdsIn } from './form-rows';
import { mergeFormTables } from './form-tables';
import { wholeFields } from './own-choices';
import { withoutNeighbours } from './relation-changes';

/** What a refused save would have overwritten, or broken. Whoever answers it shows values only to those who may read them. */
export interface Overwrite extends Omit<Conflicts, 'mine'> {
  /** The record's public identifier. */
  number: number;
  /** The last change that the form had shown, and the record's last one. */
  since: number;
  change: number;
  /** Null if the save refers to rows that are gone, so that its values are unknown. */
  mine: JsonObject | null;
  /** The record's rows after its last change. */
  rows: RowIds;
}

/** What the guard has found out about the save of a form. */
interface FormSave {
  /** Whether the record has changed since the form has shown it. */
  isMerged?: boolean;
  overwrite?: Overwrite;
}

const MESSAGE =
  '未儲存：這些欄位在您編輯期間已被修改，請重新載入頁面 — Not saved: these fields have been changed since the form was opened; reload the page';
const MESSAGE_OF_RULES =
  '未儲存：您和別人的修改不能並存，請重新載入頁面 — Not saved: your changes and those of others break a rule together; reload the page';

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
  const attribute = (name: string) => resourceAttribute(resource, name);
  const tables = mergeFormTables(resource, data, { shown: changed.shown, theirs: record });
  const merged = {
    ...data,
    ...Object.fromEntries([...lists, ...tables].map(([name, { mine }]) => [attribute(name), mine])),
  };
  const refuse = (conflicts: Omit<Overwrite, 'number' | 'since' | 'change' | 'rows'>) => {
    save.overwrite = { ...conflicts, number: publicId, since, change: changed.change, rows };
    const { fields, groups } = conflicts;
    const isOfRules = fields.length > 0 && fields.every((name) => groups.some((group) => group.fields.includes(name)));
    return createError(409, isOfRules ? MESSAGE_OF_RULES : MESSAGE);
  };
  return {
    data: merged,

    refuseOverwrites: async (stored) => {
      const [fields, { shown }] = [wholeFields(resource, changed.fields), changed];
      const written = { resource, publicId, changed: fields, shown, theirs: record, rows, data: merged, lists, tables };
      const conflicts = await findConflicts(written, stored, run);
      if (conflicts) throw refuse(conflicts);
    },

    refuseLostRows: (error, written) => {
      const fields = changed.fields.filter((name) => written.includes(attribute(name)));
      const isOfRows = error instanceof Error && /components .* not related to the entity/.test(error.message);
      throw isOfRows && fields.length > 0 ? refuse({ ...NO_CHOICE, fields, theirs: pick(record, fields) }) : error;
    },
  };
}

const NO_CHOICE = { groups: [], mine: null, removed: {}, whole: [], complete: [], byItem: [], merged: {} };

/** What a request writes to a document. Whom a form that says what it has shown puts next to somebody whom others have removed comes last. */
export function formData(uid: string, documentId: string, data: Record<string, unknown>): Record<string, unknown> {
  const ctx = app().requestContext.get();
  return ctx && shownChange(ctx, documentId) !== undefined ? withoutNeighbours(uid, data) : data;
}

/** The change that the form of this document has shown; undefined if the request is not the save of such a form. */
function shownChange(ctx: Context, documentId: string): number | undefined {
  if (ctx.method !== 'PUT' || ctx.params?.id !== documentId) return undefined;
  const text = ctx.get(CHANGE_HEADER);
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
