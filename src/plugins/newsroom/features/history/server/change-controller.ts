import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { definedIn } from '../../../../../common/maps';
import { findResourceByUid, resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { run } from '../../../../rostra/server/src/store/database';
import {
  type Cursor,
  listChanges,
  listDeleted,
  type ListedChange as StoredChange,
} from '../../../../rostra/server/src/store/history/list';
import { listActors, listRecords } from '../../../../rostra/server/src/store/history/lookups';
import { headOf } from '../../../server/change-head';
import {
  type Actor,
  type ChangeList,
  type ChangeOptions,
  type DeletedList,
  type ListedChange,
  PAGE_SIZE,
  type RecordsOfChange,
} from '../shared/history';
import { namedFields } from './fields';
import { read, schemas } from './input';
import { nameRecords, type Reader, readerOf, titleIn } from './reader';

/** All changes, the records of one, and deleted records. */
export const changeController = {
  async options(ctx: Context) {
    const { resources } = readerOf(ctx);
    ctx.body = {
      actors: (await listActors(namesOf(resources), run)) as Actor[],
      uids: resources.map(({ uid }) => uid),
    } satisfies ChangeOptions;
  },

  async changes(ctx: Context) {
    const { uid, limit, ...query } = read(schemas.changes, ctx.query);
    const reader = readerOf(ctx);
    const resources = limitedTo(reader, uid);
    const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const rows = await listChanges({ ...filters, resources: namesOf(resources), limit: limit + 1 }, run);
    const sets = inSets(rows.slice(0, limit));
    const name = await nameRecords(
      reader,
      sets.flatMap(({ records }) => records.map(({ resource, first }) => ({ resource, publicId: first }))),
      run,
    );
    ctx.body = {
      rows: sets.map(
        ({ records, changes, reverts, ...change }): ListedChange => ({
          ...headOf(change),
          changes,
          reverts,
          records: records.map(({ resource, first, ...counts }) => ({
            uid: resourceByName(resource).uid,
            ...counts,
            first: name({ resource, publicId: first }),
          })),
        }),
      ),
      next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
    } satisfies ChangeList;
  },

  async records(ctx: Context) {
    const { changes, page } = read(schemas.records, ctx.query);
    const reader = readerOf(ctx);
    const { rows, total } = await listRecords(
      changes,
      { resources: namesOf(reader.resources), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
      run,
    );
    const name = await nameRecords(reader, rows, run);
    ctx.body = {
      rows: rows.map((row) => {
        const resource = resourceByName(row.resource);
        const { change, action } = row;
        return {
          uid: resource.uid,
          change,
          action,
          ...reader.visible(resource, namedFields(resource, row.fields)),
          record: name(row),
        };
      }),
      total,
      page,
      pageSize: PAGE_SIZE,
    } satisfies RecordsOfChange;
  },

  async deleted(ctx: Context) {
    const { uid, document, before } = read(schemas.deleted, ctx.query);
    const reader = readerOf(ctx);
    const rows = await listDeleted(
      {
        resources: namesOf(limitedTo(reader, uid)),
        ...definedIn({ document }),
        before: before ? cursorIn(before) : null,
        limit: PAGE_SIZE + 1,
      },
      run,
    );
    const shown = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
    ctx.body = {
      rows: shown.map(({ resource: name, publicId, fields, ...change }) => {
        const resource = resourceByName(name);
        const title = fields && reader.mayReadTitle(resource) ? titleIn(resource, fields) : undefined;
        return {
          uid: resource.uid,
          number: publicId,
          ...(title && { title }),
          change: headOf({ kind: 'write', ...change }),
        };
      }),
      next: last ? `${last.change}:${last.resource}:${last.publicId}` : null,
    } satisfies DeletedList;
  },
};

const namesOf = (resources: Resource[]): string[] => resources.map(({ name }) => name);

/** One content type, or all that the reader may read. Errors: 403, 404. */
function limitedTo({ resources }: Reader, uid: string | undefined): Resource[] {
  if (uid === undefined) return resources;
  if (!findResourceByUid(uid)) throw new errors.NotFoundError();
  const found = resources.filter((each) => each.uid === uid);
  if (found.length === 0) throw new errors.ForbiddenError();
  return found;
}

function cursorIn(text: string): Cursor {
  const [position, resource = '', publicId] = text.split(':');
  return { position: Number(position), resource, publicId: Number(publicId) };
}

type ChangeSet = StoredChange & { changes: number[] };

/** Joins the changes of one request of the panel, such as the deletion of a selection: one transaction for each record. */
function inSets(rows: StoredChange[]): ChangeSet[] {
  const sets: ChangeSet[] = [];
  for (const row of rows) {
    const last = sets.at(-1);
    if (last && row.door === 'panel' && row.request !== null && last.request === row.request) {
      last.changes.push(row.id);
      last.records = joined(last.records, row.records);
    } else sets.push({ ...row, changes: [row.id] });
  }
  return sets;
}

function joined(a: StoredChange['records'], b: StoredChange['records']): StoredChange['records'] {
  const names = [...new Set([...a, ...b].map(({ resource }) => resource))];
  return names.map((name) => {
    const of = [...a, ...b].filter(({ resource }) => resource === name);
    const sum = (key: 'created' | 'changed' | 'removed') => of.reduce((total, each) => total + each[key], 0);
    return {
      resource: name,
      created: sum('created'),
      changed: sum('changed'),
      removed: sum('removed'),
      first: of[0]?.first ?? 0,
    };
  });
}
