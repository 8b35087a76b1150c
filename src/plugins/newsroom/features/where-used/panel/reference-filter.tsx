import { deepEncodeQueryValues, useQueryParams, withEncodedUserParams } from '@strapi/admin/strapi-admin';
import { Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { forgetLinkedFilters } from '../../../panel/strapi/kept-filters';
import { SHOWN_FILTERS } from '../../../panel/strapi/paths';

/** A tag above a list that is filtered by a referenced record; pressing it removes the filter. */
export function ReferenceFilter() {
  const { formatMessage } = useIntl();
  const [{ query }, setQuery] = useQueryParams<{ filters?: Record<string, unknown>; _q?: string }>();
  const { filters = {} } = query ?? {};
  useEffect(() => {
    // Strapi keeps the filters of each list once this effect has run.
    const timer = setTimeout(forgetLinkedFilters);
    return () => clearTimeout(timer);
  }, [query]);
  if (!Object.keys(filters).some((key) => key !== SHOWN_FILTERS)) return null;
  const remaining = SHOWN_FILTERS in filters ? { [SHOWN_FILTERS]: filters[SHOWN_FILTERS] } : undefined;
  const remove = () =>
    setQuery(withEncodedUserParams(query, { filters: deepEncodeQueryValues(remaining), page: 1 }) as never);
  return (
    <Tag
      icon={<Cross aria-hidden />}
      label={formatMessage({ id: 'newsroom.where-used.filter.remove' })}
      onClick={remove}
    >
      {formatMessage({ id: 'newsroom.where-used.filter' })}
    </Tag>
  );
}
