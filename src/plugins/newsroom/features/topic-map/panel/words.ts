import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { nameOf as nameOfType } from '../../../shared/panels';
import { NODE_TYPES, type NodeKind } from '../shared/topic-map';
import type { NamedNode } from './graph';

/** Returns the names of kinds and nodes, and the page's texts, in the editor's language. */
export function useWords() {
  const { formatMessage, locale, messages } = useIntl();
  return useMemo(() => {
    const language = languageOf(locale);
    const kindName = (kind: NodeKind): string =>
      kind === 'other'
        ? formatMessage({ id: 'newsroom.topic-map.kind.other' })
        : nameOfType(NODE_TYPES[kind], language);
    /** The name of a kind without records here; as relations write it where it has none in this language. */
    const otherName = (type: string | null): string => {
      const id = `newsroom.topic-map.kind.other.${type}`;
      return id in messages ? formatMessage({ id }) : (type ?? '');
    };
    const nameOf = ({ kind, title, number, date }: NamedNode): string => {
      if (kind === 'other') return `${otherName(title)} ${number}`;
      const name = title ?? `${kindName(kind)} ${number}`;
      return date ? `${name} ${date}` : name;
    };
    const text = (key: string, values?: Record<string, string | number>): string =>
      formatMessage({ id: `newsroom.topic-map.${key}` }, values);
    return { kindName, nameOf, text };
  }, [formatMessage, locale, messages]);
}

export type Words = ReturnType<typeof useWords>;
