import createError from 'http-errors';
import type { Context } from 'koa';
import { CHANGE_HEADER } from '../../../../../common/change-position';
import { isEqual, type JsonObject, pick } from '../../../../../common/json';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { changedSince } from '../store/history/overwrites';
import { app } from '../store/strapi';
import { keepsChanges } from './merged-lists';

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
  /** Refuses what would overwrite what others have changed since: 409. Others' changes of other fields stay, because a form sends only what its editor changed. */
  refuseOverwrites(after: JsonObject): void;
  /** Refuses rows that others have replaced: 409. Strapi does not know them any more. Throws other errors again. Takes the written attributes. */
  refuseLostRows(error: unknown, written: string[]): never;
}

/**
 * Finds out what others have changed since the form of a record was loaded. Undefined if nothing has, or if the request is not the save of a
 * form that says what it has shown. Call it while the record is locked.
 */
export async function formWrite(
  resource: Resource,
  { documentId, publicId, record }: { documentId: string; publicId: number; record: JsonObject },
  run: Run,
): Promise<FormWrite | undefined> {
  const ctx = app().requestContext.get();
  const since = ctx && shownChange(ctx, documentId);
  if (!ctx || since === undefined) return undefined;
  const changed = await changedSince(resource, publicId, since, run);
  if (!changed) return undefined;
  const save: FormSave = { isMerged: true };
  saves.set(ctx.req, save);
  const refuse = (fields: string[], mine: JsonObject | null) => {
    const theirs = pick(record, fields);
    save.overwrite = {
      number: publicId,
      since,
      change: changed.change,
      fields,
      theirs,
      mine: mine && pick(mine, fields),
    };
    return createError(409, MESSAGE);
  };
  return {
    refuseOverwrites: (after) => {
      const fields = changed.fields.filter(
        (name) => !isEqual(record[name], after[name]) && !keepsChanges(changed.shown[name], record[name], after[name]),
      );
      if (fields.length > 0) throw refuse(fields, after);
    },
    refuseLostRows: (error, written) => {
      const fields = changed.fields.filter((name) => written.includes(resourceAttribute(resource, name)));
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
