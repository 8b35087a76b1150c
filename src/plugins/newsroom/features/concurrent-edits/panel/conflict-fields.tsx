import type { ReactNode } from 'react';
import { isEqual } from '../../../../../common/json';
import { FieldTable } from '../../history/panel/field-table';
import type { ListedItem } from '../../history/panel/marks';
import { useText as useHistoryText } from '../../history/panel/use-text';
import type { FieldInfo } from '../../history/shared/history';
import type { Conflict, ConflictingField } from '../shared/conflict';
import { useText } from './use-text';

interface Props {
  conflict: Conflict;
  fields: ConflictingField[];
  children(field: ConflictingField): ReactNode;
}

/** Both contents of fields, and what one of both has removed from a list. */
export function ConflictFields({ conflict: { uid, theirs, mine, names }, fields, children }: Props) {
  const { t } = useText();
  const { actorOf } = useHistoryText();
  const fieldOf = ({ name }: FieldInfo) => fields.find((field) => field.name === name) as ConflictingField;
  const noteOf = (info: FieldInfo, { state, value }: ListedItem): string | undefined => {
    const { removed, other } = fieldOf(info);
    const by = state === 'added' ? 'theirs' : state === 'removed' ? 'mine' : undefined;
    const items = by === 'theirs' ? removed?.byOthers : removed?.byEditor;
    if (!by || !items?.some((item) => isEqual(item, value))) return undefined;
    return t(`removed.${removed?.isChanged ? 'row' : 'item'}.${by}`, { who: other ? actorOf(other) : t('somebody') });
  };
  return (
    <FieldTable uid={uid} fields={fields} before={theirs} after={mine ?? theirs} names={names} noteOf={noteOf}>
      {(info) => children(fieldOf(info))}
    </FieldTable>
  );
}
