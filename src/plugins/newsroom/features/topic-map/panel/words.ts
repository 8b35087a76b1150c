import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { nameOf as nameOfType } from '../../../shared/panels';
import { type MapNode, NODE_TYPES, type NodeKind } from '../shared/topic-map';

/** Returns the names of kinds and nodes, and the page's texts, in the editor's language. */
export function useWords() {
  const { formatMessage, locale } = useIntl();
  return useMemo(() => {
    const language = languageOf(locale);
    const kindName = (kind: NodeKind): string =>
      kind === 'other'
        ? formatMessage({ id: 'newsroom.topic-map.kind.other' })
        : nameOfType(NODE_TYPES[kind], language);
    const nameOf = ({ kind, title, number, date }: MapNode): string => {
      if (kind === 'other') return `${title} ${number}`;
      const name = title ?? `${kindName(kind)} ${number}`;
      return date ? `${name} ${date}` : name;
    };
    const text = (key: string, values?: Record<string, string | number>): string =>
      formatMessage({ id: `newsroom.topic-map.${key}` }, values);
    return { kindName, nameOf, text };
  }, [formatMessage, locale]);
}

export type Words = ReturnType<typeof useWords>;
