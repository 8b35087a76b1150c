import { Typography } from '@strapi/design-system';
import { ChangeLine } from '../../history/panel/entry';
import type { ConflictingField } from '../shared/conflict';
import { useText } from './use-text';

/** Who has changed a field last, and whether nothing but the whole of it can stay. */
export function FieldNotes({ field: { changedBy, isWhole } }: { field: ConflictingField }) {
  const { t } = useText();
  return (
    <>
      {changedBy && <ChangeLine change={changedBy} />}
      {isWhole && <Typography variant="pi">{t('whole')}</Typography>}
    </>
  );
}
