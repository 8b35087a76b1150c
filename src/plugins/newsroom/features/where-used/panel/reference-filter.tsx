import { useQueryParams } from '@strapi/admin/strapi-admin';
import { Tag } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIntl } from 'react-intl';

/** What Strapi's own filters are kept in; ours by a record stand beside it and are shown by nobody else. */
const SHOWN = '$and';

/** Shows above a list that it holds only what refers to a record, and takes that away. */
export function ReferenceFilter() {
  const { formatMessage } = useIntl();
  const [{ query }, setQuery] = useQueryParams<{ filters?: Record<string, unknown> }>();
  const { filters = {} } = query ?? {};
  if (!Object.keys(filters).some((key) => key !== SHOWN)) return null;
  const kept = SHOWN in filters ? { [SHOWN]: filters[SHOWN] } : undefined;
  const remove = () => setQuery({ ...query, filters: kept, page: 1 } as never);
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
