import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { SchemaAttribute, SchemaAttributes } from '../../../panel/strapi/open-record';
import type { RelationChanges } from '../../../panel/strapi/relation-changes';
import { FieldComparison } from '../../history/panel/field-comparison';
import { Added, Removed, Value } from '../../history/panel/marks';
import { useText } from '../../history/panel/use-text';
import type { FieldInfo } from '../../history/shared/history';
import { nameKey, namelessIn } from './nameless';
import { useNames } from './use-names';

interface Props {
  uid: string;
  name: string;
  attribute: SchemaAttribute | undefined;
  components: Record<string, SchemaAttributes>;
  /** The values in the shape of Strapi's form. */
  before: Json;
  after: Json;
}

const KINDS: Record<string, FieldInfo['kind']> = { string: 'text', text: 'text', datetime: 'time', component: 'text' };

/** What a draft changes of one attribute. Of relations, a form holds only the changes. */
export function AttributeComparison({ uid, name, attribute, components, before, after }: Props): ReactNode {
  const { formatMessage } = useIntl();
  const { textOf } = useText();
  const t = (key: string, values?: Record<string, string>) => formatMessage({ id: `newsroom.drafts.${key}` }, values);
  const type = attribute?.type ?? 'string';
  const names = useNames(namelessIn(after, attribute, components));

  /** Of what a form removes, it does not hold the names. */
  const labelsOf = (records: RelationChanges['connect'] = [], uid?: string) =>
    records
      .map(({ id, label }) => label ?? (names ? (names.get(nameKey(uid, id)) ?? t('nameless')) : '……'))
      .join(t('comma'));

  /** A row in one line: its values and what it links, without what it does not say. */
  const lineOf = (row: JsonObject, attributes: SchemaAttributes = {}): string =>
    Object.entries(attributes)
      .flatMap(([each, { type: kind, targetModel }]) => {
        const value = row[each] ?? null;
        if (kind === 'relation') {
          const { connect = [], disconnect = [] } = (value ?? {}) as RelationChanges;
          return [
            labelsOf(connect, targetModel) || [],
            disconnect.length > 0 ? t('removed', { names: labelsOf(disconnect, targetModel) }) : [],
          ].flat();
        }
        return value === null
          ? []
          : textOf(undefined, { name: each, attributes: [each], kind: KINDS[kind] ?? 'value' }, value);
      })
      .join(' · ') || t('nameless');

  const linesOf = (value: Json): string =>
    (Array.isArray(value) ? value : isObject(value) ? [value as JsonObject] : [])
      .map((row) => lineOf(row as JsonObject, components[attribute?.component ?? '']))
      .join('\n');

  if (type === 'relation') {
    const { connect = [], disconnect = [] } = (after ?? {}) as RelationChanges;
    return (
      <Value>
        {connect.length > 0 && <Added>{t('added', { names: labelsOf(connect, attribute?.targetModel) })}</Added>}
        {connect.length > 0 && disconnect.length > 0 && '\n'}
        {disconnect.length > 0 && (
          <Removed>{t('removed', { names: labelsOf(disconnect, attribute?.targetModel) })}</Removed>
        )}
      </Value>
    );
  }
  const [from, to] = type === 'component' ? [linesOf(before), linesOf(after)] : [before, after];
  if (type === 'json' || isEqual(from, to)) return <Value>{t('differs')}</Value>;
  return (
    <FieldComparison
      uid={uid}
      field={{ name, attributes: [name], kind: KINDS[type] ?? 'value' }}
      before={{ [name]: from }}
      after={{ [name]: to }}
      names={{}}
    />
  );
}
