import { useQueryParams } from '@strapi/admin/strapi-admin';
import { Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIntl } from 'react-intl';

/** The key of Strapi's own filters. Ours use other keys, which Strapi does not display. */
const STRAPI_KEY = '$and';

/** A tag above a list that is filtered by a referenced record; pressing it removes the filter. */
export function ReferenceFilter() {
  const { formatMessage } = useIntl();
  const [{ query }, setQuery] = useQueryParams<{ filters?: Record<string, unknown> }>();
  const { filters = {} } = query ?? {};
  if (!Object.keys(filters).some((key) => key !== STRAPI_KEY)) return null;
  const remaining = STRAPI_KEY in filters ? { [STRAPI_KEY]: filters[STRAPI_KEY] } : undefined;
  const remove = () => setQuery({ ...query, filters: remaining, page: 1 } as never);
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
