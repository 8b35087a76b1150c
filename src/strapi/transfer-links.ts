import { Writable } from 'node:stream';
import { assertStrapiHas } from './assert-strapi-has';
import { metadata } from './metadata';
import { type Destination, findDestination } from './transfer-destination';

/** A place of one record in a field of another, as archives contain it. */
interface Link {
  kind: string;
  left: Place;
  right: Place;
}

interface Place {
  type: string;
  ref: number | string;
  field?: string;
  pos?: number;
}

/** New identifiers by type and old identifier. */
type Identifiers = Record<string, Record<string, number> | undefined>;

type Row = Record<string, number | null>;

/** How many links one statement writes. */
const BATCH = 1000;

/**
 * Lets imports and transfers write links in batches. Strapi writes each with three statements; a parliament has hundreds of
 * thousands. A batch with a link that breaks a constraint, and every link of another kind, takes Strapi's own way, with its warnings.
 * Checked with Strapi 5.54.0.
 * @throws StartError when destinations of Strapi work in another way
 */
export function writeLinksInBatches(providers: object): void {
  const { example, destination } = findDestination(providers, ['createLinksWriteStream']);
  identifiersOf(example);
  const { createLinksWriteStream } = destination;
  destination.createLinksWriteStream = async function () {
    return batched(this, identifiersOf(this), await createLinksWriteStream.call(this));
  };
}

/** The identifiers that the records of a transfer got. They are a private field. */
function identifiersOf(destination: object): Identifiers {
  const field = Object.getOwnPropertyNames(destination).find((name) => name.endsWith('_entitiesMapper'));
  assertStrapiHas(field, 'new identifiers of the records of a transfer');
  return (destination as Record<string, Identifiers>)[field] as Identifiers;
}

/** Writes links in batches by table, and those that cannot be written so to `single`. */
function batched({ transaction }: Destination, identifiers: Identifiers, single: Writable): Writable {
  // The link that it cannot write reports it.
  single.on('error', () => undefined);
  const waiting = new Map<string, { links: Link[]; rows: Row[] }>();
  const writeSingly = (link: Link) =>
    new Promise<void>((resolve, reject) => {
      single.write(link, (error) => (error ? reject(error) : resolve()));
    });
  const flush = async (table: string) => {
    const { links, rows } = waiting.get(table) ?? { links: [], rows: [] };
    waiting.delete(table);
    const isRefused = await transaction?.attach((outer) =>
      outer
        // A savepoint.
        .transaction((inner) => inner(table).insert(rows))
        .then(() => false, isOfConstraint),
    );
    if (isRefused) for (const link of links) await writeSingly(link);
  };
  const write = async (link: Link) => {
    const found = rowOf(link, identifiers);
    if (!found) return writeSingly(link);
    const batch = waiting.get(found.table) ?? { links: [], rows: [] };
    waiting.set(found.table, batch);
    batch.links.push(link);
    batch.rows.push(found.row);
    if (batch.links.length >= BATCH) await flush(found.table);
  };
  return new Writable({
    objectMode: true,
    write: (link: Link, _, done) => void write(link).then(() => done(), done),
    final: (done) =>
      void (async () => {
        for (const table of waiting.keys()) await flush(table);
        await new Promise<void>((resolve, reject) => single.once('error', reject).end(resolve));
      })().then(() => done(), done),
  });
}

/** Returns true for a row that a constraint of the database refused; throws every other error. */
function isOfConstraint(error: { code?: string }): true {
  if (error.code?.startsWith('23')) return true;
  throw error;
}

/** The row of a link between two records that have been written; nothing for links of another kind. */
function rowOf({ kind, left, right }: Link, identifiers: Identifiers): { table: string; row: Row } | undefined {
  const from = identifiers[left.type]?.[left.ref];
  const to = identifiers[right.type]?.[right.ref];
  // Archives of other versions may have types that are unknown here.
  if (kind === 'relation.morph' || from === undefined || to === undefined) return;
  const joinTable = metadata(left.type).attributes[left.field ?? '']?.joinTable;
  if (!joinTable?.inverseJoinColumn) return;
  const { joinColumn, inverseJoinColumn, orderColumnName, inverseOrderColumnName } = joinTable;
  return {
    table: joinTable.name,
    row: {
      [joinColumn.name]: from,
      [inverseJoinColumn.name]: to,
      ...(orderColumnName ? { [orderColumnName]: left.pos ?? null } : {}),
      ...(inverseOrderColumnName ? { [inverseOrderColumnName]: right.pos ?? null } : {}),
    },
  };
}
