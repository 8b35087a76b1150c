import { deepEncodeQueryValues, useQueryParams, withEncodedUserParams } from '@strapi/admin/strapi-admin';
import { Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { inLanguage } from '../../../panel/language';
import { SHOWN_FILTERS } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import type { FilterPanel } from '../../../shared/panel';
import { panelOf } from '../../../shared/panels';
import { useRecordWords } from '../../search/panel/use-record-words';
import { chosenIn, type DescribedFilter } from '../shared/filters';
import { chosenPath } from './paths';
import { useListUid } from './use-list-uid';

/** The filters of the API in the list's address, in words, also why one cannot be used; pressing one removes it. */
export function ChosenFilters() {
  const uid = useListUid();
  const { formatMessage } = useIntl();
  const words = useFilterWords();
  const [{ query }, setQuery] = useQueryParams<{ filters?: Record<string, unknown>; _q?: string }>();
  const { filters = {} } = query ?? {};
  const entries = [filters[SHOWN_FILTERS] ?? []].flat();
  const places = entries.flatMap((entry, index) => (chosenIn(entry) ? index : []));
  const chosen = places.flatMap((index) => chosenIn(entries[index]) ?? []);
  const { data, isFailed } = useFetch<DescribedFilter[]>(chosen.length > 0 ? chosenPath(uid, chosen) : null);
  const remove = (index: number) => {
    const left = { ...filters, [SHOWN_FILTERS]: entries.filter((_, each) => each !== index) };
    setQuery(withEncodedUserParams(query, { filters: deepEncodeQueryValues(left), page: 1 }) as never);
  };
  return chosen.map((each, at) => {
    const place = places[at] ?? 0;
    const declared = panelOf(uid)?.filters?.[each.name];
    const described = data?.[at] ?? (isFailed ? each : undefined);
    const name = declared ? inLanguage(declared) : each.name;
    return (
      <Tag
        // The same filter can be there more than once.
        key={`${place} ${each.name} ${each.value}`}
        icon={<Cross aria-hidden />}
        label={formatMessage({ id: 'newsroom.list-filters.remove' }, { filter: name })}
        onClick={() => remove(place)}
      >
        {described
          ? words(name, declared, described)
          : formatMessage({ id: 'newsroom.list-filters.chosen' }, { filter: name, value: '…' })}
      </Tag>
    );
  });
}

/** Returns a filter in words: `子題：勞動三法`. */
function useFilterWords(): (name: string, declared: FilterPanel | undefined, filter: DescribedFilter) => string {
  const { formatMessage } = useIntl();
  const wordsOf = useRecordWords();
  return (name, declared, { value = '', record, fault }) => {
    const text = declared?.values?.[value];
    const shown = record ? wordsOf(record) : text ? inLanguage(text) : declared?.of ? `#${value}` : value;
    const known = formatMessage({ id: 'newsroom.list-filters.chosen' }, { filter: name, value: shown });
    if (!fault) return known;
    const reason = formatMessage({ id: `newsroom.list-filters.fault.${fault}` });
    return formatMessage({ id: 'newsroom.list-filters.faulty' }, { filter: known, reason });
  };
}
