import { errors as strapiErrors } from '@strapi/utils';
import { isObject } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { findResourceByUid } from '../resource/registry';
import { modelOf } from '../sql/model';
import { ident, parameter, sql } from '../sql/sql';
import { type Run, runOnce } from '../store/database';
import { listDeleted } from '../store/history/list';
import { infoOf } from '../store/strapi';
import { mapChanges, type Relation } from './relation-changes';

type Data = Record<string, unknown>;

/** A record as a form names it. */
type Named = { id?: unknown; documentId?: unknown; position?: { before?: unknown; after?: unknown } };

/**
 * What a form sends of relations, without what it says of records that are gone: that they are taken out, or that others stand next to them.
 * Strapi would refuse both. One statement for each content type named.
 * @throws a validation error that names each record that the form chooses and that is gone, at its field
 */
export async function withoutGone(uid: string, data: Data, run: Run): Promise<Data> {
  const model = modelOf(uid);
  const named = new Map<string, Set<string>>();
  const add = (target: string, document: unknown) => {
    if (typeof document === 'string') entryOf(named, target, () => new Set()).add(document);
  };
  mapChanges(model, data, ({ connect, disconnect }, { target }) => {
    for (const { documentId, position } of [...namedIn(connect), ...namedIn(disconnect)])
      for (const each of [documentId, position?.before, position?.after]) add(target, each);
  });
  if (named.size === 0) return data;
  const stored = await storedAmong(named, run);
  const isGone = ({ target }: Relation, document: unknown) =>
    typeof document === 'string' && !stored.has(keyOf(target, document));
  const chosen: { relation: Relation; document: string }[] = [];
  const kept = mapChanges(model, data, (change, relation) => {
    const { connect, disconnect } = change;
    for (const { documentId } of namedIn(connect))
      if (isGone(relation, documentId)) chosen.push({ relation, document: documentId as string });
    return {
      ...change,
      ...(Array.isArray(connect) && { connect: connect.map((each) => withoutGoneNeighbour(each, relation, isGone)) }),
      ...(Array.isArray(disconnect) && {
        disconnect: disconnect.filter((each) => !isObject(each) || !isGone(relation, each.documentId)),
      }),
    };
  });
  if (chosen.length > 0) throw await errorOf(chosen, run);
  return kept;
}

const namedIn = (list: unknown): Named[] => (Array.isArray(list) ? list.filter(isObject) : []);

const keyOf = (target: string, document: string): string => `${target} ${document}`;

async function storedAmong(named: Map<string, Set<string>>, run: Run): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [target, documents] of named) {
    const query = sql`select document_id from ${ident(modelOf(target).tableName)} where document_id = any(${parameter('documents')}::text[])`;
    for (const [document] of await runOnce(run, query, { documents: [...documents] }))
      found.add(keyOf(target, document as string));
  }
  return found;
}

/** Without its place next to a record that is gone, it comes last. */
function withoutGoneNeighbour(
  entry: unknown,
  relation: Relation,
  isGone: (relation: Relation, document: unknown) => boolean,
): unknown {
  const { position, ...rest } = entry as Named;
  return [position?.before, position?.after].some((each) => isGone(relation, each)) ? rest : entry;
}

async function errorOf(chosen: { relation: Relation; document: string }[], run: Run): Promise<Error> {
  const faults = [];
  for (const { relation, document } of chosen) {
    const { path, target } = relation;
    const resource = findResourceByUid(target);
    const resources = resource && !resource.hasPrivateHistory ? [resource.name] : [];
    const [deleted] = await listDeleted({ resources, document, limit: 1 }, run);
    const what = deleted ? ` (${infoOf(target)?.displayName} ${deleted.publicId})` : '';
    const message = `選了已不存在的資料${what}，請移除後再儲存 — a chosen record${what} is gone; remove it and save again`;
    faults.push({ path, message, name: 'ValidationError' });
  }
  return new strapiErrors.ValidationError(faults.map(({ message }) => message).join('; '), { errors: faults });
}
