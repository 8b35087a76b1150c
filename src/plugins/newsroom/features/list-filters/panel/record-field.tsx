import { useDebounce } from '@strapi/admin/strapi-admin';
import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFetch } from '../../../panel/use-fetch';
import { useRecordWords } from '../../search/panel/use-record-words';
import type { DescribedRecord } from '../../search/shared/found';
import { choicesPath } from './paths';

interface Props {
  label: string;
  /** The content type of the records. */
  uid: string;
  /** The public identifier of the chosen record; empty for none. */
  value: string;
  onChoose(value: string | number): void;
}

/** How long nothing must be typed before a search is sent, in milliseconds. */
const PAUSE_MS = 150;

/** Chooses a record by its name; namesakes are told apart. The service finds them: other writings of the same characters, too. */
export function RecordField({ label, uid, value, onChoose }: Props) {
  const { formatMessage } = useIntl();
  const words = useRecordWords();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const text = useDebounce(typed, PAUSE_MS);
  const { data = [], isFailed } = useFetch<DescribedRecord[]>(choicesPath(uid, text));
  return (
    <Combobox
      aria-label={label}
      placeholder={formatMessage({ id: 'newsroom.list-filters.search' })}
      autocomplete="none"
      value={value}
      noOptionsMessage={() => formatMessage({ id: `newsroom.list-filters.${isFailed ? 'failed' : 'none'}` })}
      open={isOpen}
      onOpenChange={setIsOpen}
      onInputChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        // By itself it opens for keys only, not for what is pasted or comes from an input method.
        setIsOpen(true);
      }}
      onChange={(chosen) => onChoose(chosen ?? '')}
      onClear={() => onChoose('')}
    >
      {data.map((record) => (
        <ComboboxOption key={record.documentId} value={String(record.number)}>
          {words(record)}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
