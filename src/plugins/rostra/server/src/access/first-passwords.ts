import { sha256 } from '../../../../../common/digest';
import { pluginStore } from '../store/strapi';

/** Settings key of the passwords made by the first start: digests of their stored forms. */
const KEY = 'first-passwords';

let isEnforced = false;

/** Makes accounts change a password made by the first start. Any change gives a new stored form, which lifts the requirement. */
export function enforceFirstPasswords(): void {
  isEnforced = true;
}

/** Records a generated password by its stored form. */
export const noteFirstPassword = (stored: string): Promise<void> => addFirstPasswords([digest(stored)]);

/** Reads the digests of all generated passwords. */
export const readFirstPasswords = async (): Promise<string[]> =>
  ((await pluginStore.get(KEY)) as string[] | null) ?? [];

/** Adds digests to the stored ones. */
export async function addFirstPasswords(digests: string[]): Promise<void> {
  await pluginStore.set(KEY, [...new Set([...(await readFirstPasswords()), ...digests])]);
}

/** Whether a stored password must be changed. Reads the digests each time: an import, in any process, brings others. */
export const isFirstPassword = async (stored: string | null | undefined): Promise<boolean> =>
  isEnforced && Boolean(stored) && (await readFirstPasswords()).includes(digest(stored as string));

const digest = (stored: string): string => sha256(stored).toString('hex');
