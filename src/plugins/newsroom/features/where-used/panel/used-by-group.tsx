import { Badge, Flex, Link, Typography } from '@strapi/design-system';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { nameOf, pluralOf } from '../../../shared/panels';
import type { Effect, RecordSummary, UsedBy } from '../shared/where-used';
import { listPath } from './paths';
import { RecordLink } from './record-link';
import { useField } from './use-field';

const COLORS: Record<Effect, 'danger600' | 'warning600' | 'neutral600'> = {
  restrict: 'danger600',
  cascade: 'warning600',
  clear: 'neutral600',
  unlist: 'neutral600',
  row: 'neutral600',
};

interface Props {
  usedBy: UsedBy;
  record: RecordSummary;
  targetUid: string;
}

/** The records of one content type that refer to the record: the fields, and the first records. */
export function UsedByGroup({ usedBy, record, targetUid }: Props) {
  const { formatMessage, locale, formatNumber } = useIntl();
  const { uid, count, uses, records } = usedBy;
  const language = languageOf(locale);
  const fieldOf = useField();
  const heading = useId();
  const all = listPath(usedBy, [record], targetUid);
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={2} aria-labelledby={heading}>
      <Flex justifyContent="space-between" gap={2} id={heading}>
        <Typography tag="h3" variant="omega" fontWeight="bold">
          {pluralOf(uid, language)}
        </Typography>
        <Badge aria-label={formatMessage({ id: 'newsroom.where-used.count' }, { count })}>{formatNumber(count)}</Badge>
      </Flex>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={0}>
        {uses.map((use, index) => (
          <Typography
            key={`${use.attribute ?? index} ${use.through}`}
            tag="li"
            variant="pi"
            textColor={COLORS[use.effect]}
          >
            {formatMessage(
              { id: `newsroom.where-used.use.${use.effect}` },
              {
                field: fieldOf(uid, use),
                count: use.count,
                through: use.through ? nameOf(use.through, language) : 'none',
              },
            )}
          </Typography>
        ))}
      </Flex>
      {records ? (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={1} maxHeight="24rem" overflow="auto">
          {records.map((each) => (
            <RecordLink key={each.documentId} uid={uid} record={each} />
          ))}
        </Flex>
      ) : (
        <Typography variant="pi" textColor="neutral600">
          {formatMessage({ id: 'newsroom.where-used.unseen' })}
        </Typography>
      )}
      {records && all && (
        <Link tag={NavLink} to={all}>
          {formatMessage({ id: 'newsroom.where-used.all' }, { count })}
        </Link>
      )}
    </Flex>
  );
}
