import type { Context } from 'koa';
import type { JsonObject } from '../../../../../common/json';
import { panels } from '../../../../../panels';
import { type PastRecord, pastTitles } from '../../../../rostra/server/src/history/past-titles';
import { findResourceByUid, resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import type { Run } from '../../../../rostra/server/src/store/database';
import { formerStates } from '../../../../rostra/server/src/store/history/lookups';
import { type Ability, abilityOf, actionOf, may } from '../../../server/permissions';
import { mayReadTitle as mayReadTitleOf, readSummaries, withoutTitle } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import { contentPermissions } from '../../roles/server/permissions';
import type { RecordSummary } from '../../where-used/shared/where-used';
import type { FieldName } from '../shared/history';

/** What the person who sent a request may see of history: what they may read of the records themselves. */
export interface Reader {
  ability: Ability;
  /** The content types they may read. */
  resources: Resource[];
  mayRead(resource: Resource): boolean;
  mayReadTitle(resource: Resource): boolean;
  /** Divides fields into those that they may read and the number of others. */
  visible<F extends FieldName>(resource: Resource, fields: F[]): { fields: F[]; hidden: number };
}

/** What decides which records somebody learns the names of. */
export type NameReader = Pick<Reader, 'mayRead' | 'mayReadTitle'>;

/** Whoever runs a command may read everything. */
export const readsAll: NameReader = { mayRead: () => true, mayReadTitle: () => true };

/** Finds out what a request may see. */
export function readerOf(ctx: Context): Reader {
  const ability = abilityOf(ctx);
  const mayRead = ({ uid }: Resource) => may(ability, 'read', uid);
  const mayReadField = ({ uid }: Resource, { attributes }: FieldName) =>
    attributes.every((attribute) => {
      const parts = partsOf(uid, attribute);
      return parts.length > 0 && may(ability, 'read', uid, ...parts);
    });
  return {
    ability,
    resources: panels.flatMap(({ uid }) => findResourceByUid(uid) ?? []).filter(mayRead),
    mayRead,
    mayReadTitle: ({ uid }) => mayReadTitleOf(ability, uid),
    visible: (resource, fields) => {
      const readable = fields.filter((field) => mayReadField(resource, field));
      return { fields: readable, hidden: fields.length - readable.length };
    },
  };
}

let permitted: Map<string, string[]> | undefined;

/** The fields of an attribute that roles can be granted: those of a component (`legislative_steps.date`), or itself. */
export function partsOf(uid: string, attribute: string): string[] {
  permitted ??= new Map(
    contentPermissions(strapi, [actionOf('read')], []).map(({ subject, properties }) => [
      subject ?? '',
      properties?.fields ?? [],
    ]),
  );
  return (permitted.get(uid) ?? []).filter((field) => field === attribute || field.startsWith(`${attribute}.`));
}

/** A record as people know it: without a document id if it is gone, without a title if it has none or the reader may not see it. */
export type NamedRecord = Partial<RecordSummary> & { number: number };

/** A record of a resource, with its values if it is not stored yet. */
interface Wanted {
  resource: string;
  publicId: number;
  values?: JsonObject | null;
}

/** Names records for people, deleted ones by their last values. At most four statements. */
export async function nameRecords(
  { mayReadTitle }: Pick<NameReader, 'mayReadTitle'>,
  wanted: Wanted[],
  run: Run,
): Promise<(record: Wanted) => NamedRecord> {
  const keyOf = (uid: string, publicId: number) => `${uid} ${publicId}`;
  const references = wanted.map(({ resource, publicId }) => ({ resource: resourceByName(resource), publicId }));
  const summaries = await readSummaries(references, run);
  const found = new Map(summaries.map(({ uid, summary }) => [keyOf(uid, summary.number), summary]));
  const gone = wanted.filter(({ resource, publicId }) => !found.has(keyOf(resourceByName(resource).uid, publicId)));
  const distinct = new Map(gone.map((each) => [keyOf(each.resource, each.publicId), each]));
  const former = new Map(
    (await formerStates([...distinct.values()], run)).map(({ resource, publicId, fields }) => [
      keyOf(resource, publicId),
      fields,
    ]),
  );
  const states = gone.map(({ resource, publicId, values }) => ({
    resource: resourceByName(resource),
    state: values ?? former.get(keyOf(resource, publicId)) ?? {},
  }));
  const titles = new Map(
    (await formerTitles(states, run)).map((title, index) => {
      const { resource = '', publicId = 0 } = gone[index] ?? {};
      return [keyOf(resource, publicId), title];
    }),
  );
  return ({ resource: name, publicId }) => {
    const resource = resourceByName(name);
    const isVisible = mayReadTitle(resource);
    const summary = found.get(keyOf(resource.uid, publicId));
    if (summary) return isVisible ? summary : withoutTitle(summary);
    const title = isVisible ? titles.get(keyOf(name, publicId)) : undefined;
    return { number: publicId, ...(title && { title }) };
  };
}

/** The titles of records that are gone, as lists name them. At most two statements. */
export async function formerTitles(records: PastRecord[], run: Run): Promise<(string | undefined)[]> {
  const titles = await pastTitles(records, run);
  return records.map(({ resource, state }, index) => titles[index] ?? titleIn(resource, state));
}

/** The title of a record whose content type declares none: its main field, or else its first text. */
export function titleIn({ uid, fields }: Resource, record: JsonObject): string | undefined {
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'text');
  const values = [panelOf(uid)?.main ?? '', ...texts].map((name) => record[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
