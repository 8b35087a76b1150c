import type { SearchCondition } from '../../../../../strapi/search';
import { type Model, relationOf } from '../../../../rostra/server/src/sql/model';
import type { AnyPanel } from '../../../shared/panel';
import { digitsOf, patternsOf, wordsOf } from '../shared/words';

/** The types of attributes in which a search looks for words. */
const TEXTS = ['string', 'text', 'richtext', 'email', 'enumeration'];

/** Texts that no person has written. */
const INTERNAL = ['documentId', 'locale'];

export interface Searched {
  panel: Pick<AnyPanel, 'search'>;
  model: Model;
  /** The attribute of the record's public identifier. */
  key: string;
  /** Whether the searcher may read an attribute of the records. */
  mayRead(attribute: string): boolean;
  /** The attribute by which people know the records of a content type; undefined if the searcher must not learn it. */
  nameOf(uid: string): string | undefined;
  columnOf(attribute: string): string;
}

/**
 * One condition for each word of a search: that a text of the record has it, or the name of a record to which it refers by one of the declared
 * relations, or that the word is its public identifier.
 */
export function conditionsOf(
  { panel, model, key, mayRead, nameOf, columnOf }: Searched,
  query: string,
): SearchCondition[] {
  const texts = Object.keys(model.attributes).filter(
    (name) => TEXTS.includes(model.attributes[name]?.type ?? '') && !INTERNAL.includes(name) && mayRead(name),
  );
  const words = wordsOf(query);
  return patternsOf(query).map((pattern, index) => {
    const parts: SearchCondition[] = texts.map((name) => ({ text: '?? ~ ?', values: [columnOf(name), pattern] }));
    const digits = digitsOf(words[index] ?? '');
    if (digits !== undefined && mayRead(key)) parts.push({ text: '?? = ?::bigint', values: [columnOf(key), digits] });
    for (const name of (panel.search ?? []).filter(mayRead)) {
      const { table, source, target, to } = relationOf(model, name);
      const title = nameOf(to.uid);
      const column = title && to.attributes[title]?.columnName;
      if (!column) continue;
      parts.push({
        text: 'exists (select 1 from ?? as searched_link join ?? as searched on searched.id = ?? where ?? = ?? and ?? ~ ?)',
        values: [
          ...[table, to.tableName, `searched_link.${target}`],
          ...[`searched_link.${source}`, columnOf('id'), `searched.${column}`, pattern],
        ],
      });
    }
    if (parts.length === 0) return { text: 'false', values: [] };
    return { text: `(${parts.map(({ text }) => text).join(' or ')})`, values: parts.flatMap(({ values }) => values) };
  });
}
