import { sha256 } from '../../../../../common/digest';
import { pluginStore } from '../store/strapi';

/** Settings key of the passwords made by the first start: digests of their stored forms. */
const KEY = 'first-passwords';

/** Digests of the passwords that allow nothing but changing them; undefined in development. */
let mustChange: Set<string> | undefined;

/** Makes accounts change a password made by the first start. Any change gives a new stored form, which lifts the requirement. */
export async function enforceFirstPasswords(): Promise<void> {
  mustChange = new Set(await readDigests());
}

/** Records a generated password by its stored form. */
export async function noteFirstPassword(stored: string): Promise<void> {
  const all = [...(await readDigests()), digest(stored)];
  await pluginStore.set(KEY, all);
  if (mustChange) mustChange = new Set(all);
}

/** Whether a stored password must be changed. */
export const isFirstPassword = (stored: string | null | undefined): boolean =>
  Boolean(mustChange?.size && stored && mustChange.has(digest(stored)));

const readDigests = async (): Promise<string[]> => ((await pluginStore.get(KEY)) as string[] | null) ?? [];

const digest = (stored: string): string => sha256(stored).toString('hex');
