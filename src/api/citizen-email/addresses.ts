import { type JsonObject, sql } from '../../plugins/rostra/server/src/declare';
import {
  bypassGuard,
  compile,
  documents,
  errors,
  parameter,
  type Run,
  readDetail,
  transaction,
} from '../../plugins/rostra/server/src/operate';
import { addLogInAddresses } from './accounts';
import { ADDRESS, names } from './database';
import { followPrimary } from './primary';
import { citizenEmail } from './resource';

/** The maximum number of addresses per citizen. */
const MAX_ADDRESSES = 20;

/** A stored address, with Strapi's document id. */
interface Address {
  publicId: number;
  documentId: string;
  email: string;
  isPrimary: boolean;
}

/**
 * Adds an address: private, not primary, unverified. Returns the record as JSON. Errors: CONFLICT if the citizen
 * already has it, ignoring case, or has too many.
 */
export const addAddress = (account: number, email: string): Promise<{ publicId: number; record: string }> =>
  transaction(async (run) => {
    const present = await lockAddresses(account, run);
    // A crash may have separated creating the account from adding its first address.
    if (present.length === 0) await addLogInAddresses(run, [account]);
    if (present.some((each) => isSame(each.email, email))) {
      throw errors.conflict([{ path: 'email', code: 'TAKEN', message: "is already one of this citizen's addresses" }]);
    }
    if (present.length >= MAX_ADDRESSES) {
      throw errors.conflict([
        { path: 'email', code: 'TOO_MANY', message: `a citizen can have at most ${MAX_ADDRESSES} addresses` },
      ]);
    }
    await bypassGuard(() => documents(ADDRESS).create({ data: { email, citizen: account } }));
    const added = (await lockAddresses(account, run)).find((each) => each.email === email);
    if (!added) throw errors.conflict();
    return { publicId: added.publicId, record: await recordOf(added, run) };
  });

/** Removes an address. Errors: NOT_FOUND if the citizen does not have it, CONFLICT if it is the primary one. */
export const removeAddress = (account: number, email: string): Promise<void> =>
  transaction(async (run) => {
    const found = (await lockAddresses(account, run)).find((each) => isSame(each.email, email));
    if (!found) throw errors.notFound();
    await documents(ADDRESS).delete({ documentId: found.documentId });
  });

/** Sets who may see an address. Returns the record as JSON. Errors: NOT_FOUND. */
export const setVisibility = (account: number, publicId: number, visibility: string): Promise<string> =>
  transaction(async (run) => {
    const { address } = await lockAddress(account, publicId, run);
    await write(address, { visibility });
    return recordOf(address, run);
  });

/** Makes an address the primary one, replacing the previous one. Returns the record as JSON. Errors: NOT_FOUND. */
export const setPrimary = (account: number, publicId: number): Promise<string> =>
  transaction(async (run) => {
    const { address, all } = await lockAddress(account, publicId, run);
    if (!address.isPrimary) {
      for (const before of all.filter(({ isPrimary }) => isPrimary)) await write(before, { is_primary: false });
      await write(address, { is_primary: true });
    }
    await followPrimary(account, run);
    return recordOf(address, run);
  });

/**
 * Finds one of a citizen's addresses and locks all of them, since their states depend on each other. Errors:
 * NOT_FOUND.
 */
async function lockAddress(account: number, publicId: number, run: Run): Promise<{ address: Address; all: Address[] }> {
  const all = await lockAddresses(account, run);
  const address = all.find((each) => each.publicId === publicId);
  if (!address) throw errors.notFound();
  return { address, all };
}

/** Locks an account, then its addresses: always in this order, which prevents deadlocks. */
async function lockAddresses(account: number, run: Run): Promise<Address[]> {
  const { addresses, citizen, users } = names();
  await run(compile(sql`select 1 from ${users} where id = ${parameter('account')}::int for update`), { account });
  const query = compile(
    sql`select number, document_id, email, is_primary from ${addresses} where ${citizen} = ${parameter('account')}::int order by id for update`,
  );
  const found = (await run(query, { account })) as [number, string, string, boolean][];
  return found.map(([publicId, documentId, email, isPrimary]) => ({ publicId, documentId, email, isPrimary }));
}

const write = ({ documentId }: Address, data: JsonObject): Promise<unknown> =>
  bypassGuard(() => documents(ADDRESS).update({ documentId, data }));

async function recordOf({ publicId }: Address, run: Run): Promise<string> {
  const record = await readDetail(citizenEmail, publicId, false, run);
  if (record === undefined) throw errors.notFound();
  return record;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
