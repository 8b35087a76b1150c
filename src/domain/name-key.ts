import { normalise } from '../common/text/normalise';

/** The key by which names are compared: the Chinese characters if there are any, without the Latin form. */
export function nameKey(name: string): string {
  const key = normalise(name);
  const chinese = key.replaceAll(/\p{Script=Latin}/gu, '');
  return /\p{Script=Han}/u.test(chinese) ? chinese : key;
}
