import type { AnyPanel } from '../../../shared/panel';
import { RANK, rankIn } from './rank';
import { wordsOf } from './words';

/** The words to look for in records of a content type: without its own names, unless there are no others. */
export function wordsWithin(text: string, { name, plural }: Pick<AnyPanel, 'name' | 'plural'>): string[] {
  const names = [name.zh, name.en, plural.zh, plural.en];
  const words = wordsOf(text);
  const others = words.filter((word) => rankIn(names, word) !== RANK.whole);
  return others.length > 0 ? others : words;
}
