import { useQueryParams } from '@strapi/admin/strapi-admin';
import { Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { inLanguage } from '../../../panel/language';
import { SHOWN_FILTERS } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import type { FilterPanel } from '../../../shared/panel';
import { useRecordWords } from '../../search/panel/use-record-words';
import type { DescribedRecord } from '../../search/shared/found';
import { chosenIn } from '../shared/filters';
import { choicesPath } from './record-field';
import { useListPanel } from './use-list-panel';

/** The filters of the API in the list's address, in words; pressing one removes it. */
export function ChosenFilters() {
  const { panel, usable } = useListPanel();
  const [{ query }, setQuery] = useQueryParams<{ filters?: Record<string, unknown> }>();
  const { filters = {} } = query ?? {};
  const entries = [filters[SHOWN_FILTERS] ?? []].flat();
  const remove = (index: number) => {
    const left = entries.filter((_, each) => each !== index);
    setQuery({ ...query, filters: { ...filters, [SHOWN_FILTERS]: left }, page: 1 } as never);
  };
  return entries.map((entry, index) => {
    const chosen = chosenIn(entry);
    const declared = chosen && (usable[chosen.name] ?? panel?.filters?.[chosen.name]);
    if (!declared) return null;
    // The same filter can be there more than once.
    const key = `${index} ${chosen.name} ${chosen.value}`;
    return <ChosenFilter key={key} filter={declared} value={String(chosen.value)} onRemove={() => remove(index)} />;
  });
}

interface Props {
  filter: FilterPanel;
  value: string;
  onRemove(): void;
}

function ChosenFilter({ filter, value, onRemove }: Props) {
  const { formatMessage } = useIntl();
  const words = useRecordWords();
  const { data } = useFetch<DescribedRecord[]>(filter.of ? choicesPath({ of: filter.of, numbers: value }) : null);
  const [record] = data ?? [];
  const name = inLanguage(filter);
  const text = filter.values?.[value];
  const shown = filter.of
    ? (record && words(record)) || (data ? formatMessage({ id: 'newsroom.list-filters.gone' }) : '…')
    : text
      ? inLanguage(text)
      : value;
  return (
    <Tag
      icon={<Cross aria-hidden />}
      label={formatMessage({ id: 'newsroom.list-filters.remove' }, { filter: name })}
      onClick={onRemove}
    >
      {formatMessage({ id: 'newsroom.list-filters.chosen' }, { filter: name, value: shown })}
    </Tag>
  );
}
