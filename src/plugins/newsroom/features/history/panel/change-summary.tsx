import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { recordPath } from '../../../panel/strapi/paths';
import { nameOf, titleOf } from '../../../shared/panels';
import type { ListedChange } from '../shared/history';
import { useFieldNames } from './entry';
import { useText } from './use-text';

/** How many kinds of changes a sentence names. */
const MAX_PARTS = 5;

/** What a change did, in one sentence: the only record with its title, or how many of each content type. */
export function ChangeSummary({
  change: { records, changes, since, at },
}: {
  change: Pick<ListedChange, 'records' | 'changes' | 'since' | 'at'>;
}) {
  const { t, language, listOf, timeOf, dateOf, whenOf } = useText();
  const fieldNames = useFieldNames();
  const [only] = records;
  const total = records.reduce((sum, { created, changed, removed }) => sum + created + changed + removed, 0);
  if (only && total === 1) {
    const action = only.created ? 'create' : only.removed ? 'remove' : 'change';
    const title = titleOf(only.uid, only.first, language);
    return (
      <Flex gap={1} alignItems="baseline" wrap="wrap">
        <Typography>{t(`summary.${action}`, { type: nameOf(only.uid, language) })}</Typography>
        {only.first.documentId ? (
          <Link tag={NavLink} to={recordPath(only.uid, only.first.documentId)}>
            {title}
          </Link>
        ) : (
          <Typography fontWeight="semiBold">{title}</Typography>
        )}
        {action === 'change' && (
          <Typography variant="pi" textColor="neutral700">
            {t('changed', { fields: fieldNames(only.uid, only.fields ?? [], only.hidden ?? 0) || t('fields.none') })}
          </Typography>
        )}
        {changes.length > 1 && (
          <Typography variant="pi" textColor="neutral600">
            {t('summary.times', {
              count: changes.length,
              since: dateOf(since) === dateOf(at) ? timeOf(since) : whenOf(since),
            })}
          </Typography>
        )}
      </Flex>
    );
  }
  const parts = records
    .flatMap(({ uid, created, changed, removed }) =>
      Object.entries({ created, changed, removed }).map(([what, count]) => ({ uid, what, count })),
    )
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ uid, what, count }) => t(`summary.${what}`, { count, type: nameOf(uid, language) }));
  const rest = parts.length - MAX_PARTS;
  const shown = rest > 1 ? [...parts.slice(0, MAX_PARTS), t('summary.more', { count: rest })] : parts;
  return <Typography>{listOf(shown)}</Typography>;
}
