import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { definedIn } from '../../../../../common/maps';
import { findResourceByUid, resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { run } from '../../../../rostra/server/src/store/database';
import { listLines } from '../../../../rostra/server/src/store/history/change-lines';
import { type Cursor, listDeleted } from '../../../../rostra/server/src/store/history/list';
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
import { formerTitles, nameRecords, type Reader, readerOf } from './reader';

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
    const { uid, limit, page, number, ...query } = read(schemas.changes, ctx.query);
    const reader = readerOf(ctx);
    const resources = limitedTo(reader, uid);
    const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const record = uid === undefined ? {} : definedIn({ number });
    const pages = { limit, offset: (page - 1) * limit };
    const { rows, total, hasOlder } = await listLines(
      { ...filters, ...record, ...pages, resources: namesOf(resources) },
      run,
    );
    const name = await nameRecords(
      reader,
      rows.flatMap(({ records }) => records.map(({ resource, first }) => ({ resource, publicId: first }))),
      run,
    );
    ctx.body = {
      rows: rows.map(
        ({ records, changes, reverts, since, ...change }): ListedChange => ({
          ...headOf(change),
          changes,
          reverts,
          since,
          records: records.map(({ resource: resourceName, first, fields, ...counts }) => {
            const resource = resourceByName(resourceName);
            return {
              uid: resource.uid,
              ...counts,
              ...(fields && reader.visible(resource, namedFields(resource, fields))),
              first: name({ resource: resourceName, publicId: first }),
            };
          }),
        }),
      ),
      total,
      hasOlder,
      page,
      pageSize: limit,
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
    const states = shown.map(({ resource, fields }) => ({ resource: resourceByName(resource), state: fields ?? {} }));
    const titles = await formerTitles(states, run);
    const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
    ctx.body = {
      rows: shown.map(({ resource: name, publicId, fields: _, ...change }, index) => {
        const resource = resourceByName(name);
        const title = reader.mayReadTitle(resource) ? titles[index] : undefined;
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
