import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { column, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { parameter, prepared, sql } from '../../../../rostra/server/src/sql/sql';
import { run } from '../../../../rostra/server/src/store/database';
import { findStart } from '../../../../rostra/server/src/store/history/lookups';
import { findRevision, listRevisions } from '../../../../rostra/server/src/store/history/revisions';
import { statesAt } from '../../../../rostra/server/src/store/history/states';
import { headOf } from '../../../server/change-head';
import { type Comparison, PAGE_SIZE, type RecordHistory } from '../shared/history';
import { fieldsOf, namedFields } from './fields';
import { read, schemas } from './input';
import { nameRecords, type Reader, readerOf } from './reader';
import { namesIn, onlyFields } from './states';

/** The history of one record, and what one change did to it. */
export const recordController = {
  async record(ctx: Context) {
    const { reader, resource, number } = await requested(ctx);
    const { before } = read(schemas.page, ctx.query);
    const start = await findStart(resource.name, number, run);
    if (!start) return ctx.notFound();
    const rows = await listRevisions(resource.name, number, { before, limit: PAGE_SIZE + 1 }, run);
    const shown = rows.slice(0, PAGE_SIZE);
    const isLast = rows.length <= PAGE_SIZE;
    ctx.body = {
      uid: resource.uid,
      number,
      rows: shown.map((row) => {
        const names = row.action === 'change' ? Object.keys(row.fields ?? {}) : [];
        return { ...headOf(row), action: row.action, ...reader.visible(resource, namedFields(resource, names)) };
      }),
      next: isLast ? null : (shown.at(-1)?.change ?? null),
      foundAt: isLast ? start.foundAt : null,
      isPrivate: resource.hasPrivateHistory,
    } satisfies RecordHistory;
  },

  async compare(ctx: Context) {
    const { reader, resource, number } = await requested(ctx);
    const { change } = read(schemas.change, ctx.params);
    const revision = await findRevision(resource.name, number, change, run);
    if (!revision) return ctx.notFound();
    const [before, after] = resource.hasPrivateHistory
      ? [null, null]
      : await Promise.all(
          [{ before: change }, { after: change }].map(
            async (moment) => (await statesAt(resource.name, [number], moment, run)).get(number) ?? null,
          ),
        );
    const names =
      revision.action === 'change'
        ? Object.keys(revision.fields ?? {})
        : resource.hasPrivateHistory
          ? []
          : Object.keys(resource.fields);
    const changed = new Set(namedFields(resource, names).map(({ name }) => name));
    const { fields, hidden } = reader.visible(
      resource,
      fieldsOf(resource).filter(({ name }) => changed.has(name)),
    );
    const states = [before ?? null, after ?? null].map((state) => state && onlyFields(state, fields));
    const name = await nameRecords(reader, [{ resource: resource.name, publicId: number }], run);
    ctx.body = {
      ...headOf(revision),
      uid: resource.uid,
      number,
      action: revision.action,
      fields,
      before: states[0] ?? null,
      after: states[1] ?? null,
      hidden,
      isPrivate: resource.hasPrivateHistory,
      record: name({ resource: resource.name, publicId: number }),
      names: await namesIn(
        reader,
        states.map((state) => ({ fields, state })),
      ),
    } satisfies Comparison;
  },
};

/** The record that a request names in its path, by public identifier or document id. Errors: 403, 404. */
export async function requested(ctx: Context): Promise<{ reader: Reader; resource: Resource; number: number }> {
  const { uid, record } = read(schemas.record, ctx.params);
  const resource = findResourceByUid(uid);
  if (!resource) throw new errors.NotFoundError();
  const reader = readerOf(ctx);
  if (!reader.mayRead(resource)) throw new errors.ForbiddenError();
  if (typeof record === 'number') return { reader, resource, number: record };
  const scope = scopeOf(uid);
  const query = sql`select ${column(scope, resource.key.attribute)} from ${tableOf(scope)} where ${column(scope, 'documentId')} = ${parameter('record')}`;
  const [[number] = []] = await run(
    prepared(resource, 'number', () => query),
    { record },
  );
  if (typeof number !== 'number') throw new errors.NotFoundError();
  return { reader, resource, number };
}
