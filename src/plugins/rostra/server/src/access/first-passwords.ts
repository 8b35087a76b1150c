import { sha256 } from '../../../../../common/digest';
import { pluginStore } from '../store/strapi';

/** Key of the passwords that the first start has made: digests of their stored forms. */
const KEY = 'first-passwords';

/** Those that open nothing but their own change; none in development. */
let enforced: Set<string> | undefined;

/** From now on accounts with a password of the first start must change it. In whatever way they do, its stored form is another one. */
export async function enforceFirstPasswords(): Promise<void> {
  enforced = new Set(await kept());
}

/** Notes a password that has been made for somebody, by its stored form. */
export async function noteFirstPassword(stored: string): Promise<void> {
  const all = [...(await kept()), digest(stored)];
  await pluginStore.set(KEY, all);
  if (enforced) enforced = new Set(all);
}

/** Whether a password, as it is stored, is one that must be changed. */
export const isFirstPassword = (stored: string | null | undefined): boolean =>
  Boolean(enforced?.size && stored && enforced.has(digest(stored)));

const kept = async (): Promise<string[]> => ((await pluginStore.get(KEY)) as string[] | null) ?? [];

const digest = (stored: string): string => sha256(stored).toString('hex');
