import { normalise } from '../common/text/normalise';

/** A name as people are told by it: that in Chinese characters, where there is one, without its form in letters. */
export function nameKey(name: string): string {
  const key = normalise(name);
  const chinese = key.replaceAll(/\p{Script=Latin}/gu, '');
  return /\p{Script=Han}/u.test(chinese) ? chinese : key;
}
