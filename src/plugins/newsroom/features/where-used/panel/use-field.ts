import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { componentPanelOf, fieldLabel } from '../../../shared/panels';
import type { Use } from '../shared/where-used';

/** Returns what names the field of a use, with that of its nested rows if it is one of them. */
export function useField(): (uid: string, use: Pick<Use, 'attribute' | 'row'>) => string {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  return (uid, { attribute, row }) => {
    if (attribute === undefined) return formatMessage({ id: 'newsroom.where-used.field.unseen' });
    const field = fieldLabel(uid, attribute, language) ?? attribute;
    if (!row) return field;
    const inner = componentPanelOf(row.uid)?.fields[row.attribute]?.[language] ?? row.attribute;
    return formatMessage({ id: 'newsroom.where-used.field.row' }, { field, inner });
  };
}
