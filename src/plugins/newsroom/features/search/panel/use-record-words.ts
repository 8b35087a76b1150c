import { useCallback } from 'react';
import type { DescribedRecord } from '../shared/found';
import { useWords } from './use-words';

/** Returns what a record is called in a line: its title, and what tells it from its namesakes. */
export function useRecordWords(): (record: DescribedRecord) => string {
  const { t, detailsOf } = useWords();
  return useCallback(
    (record) => {
      const details = detailsOf(record).filter(Boolean);
      const title = record.title ?? `#${record.number}`;
      return details.length > 0 ? t('record', { title, details: details.join(t('comma')) }) : title;
    },
    [t, detailsOf],
  );
}
