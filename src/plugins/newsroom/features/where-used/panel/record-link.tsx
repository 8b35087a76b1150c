import { Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { recordPath } from '../../../panel/strapi/paths';
import { titleOf } from '../../../shared/panels';
import type { RecordSummary } from '../shared/where-used';

interface Props {
  uid: string;
  record: Partial<RecordSummary> & { number: number };
  /** Shown below the title. */
  children?: ReactNode;
  onClick?: () => void;
  /** Opens in a window of its own: the page has a question open, or changes. */
  isOutside?: boolean;
}

/** A record's title, linked to its form if the reader may see it. */
export function RecordLink({ uid, record, children, onClick, isOutside }: Props) {
  const { locale } = useIntl();
  const title = titleOf(uid, record, languageOf(locale));
  return (
    <Flex tag="li" direction="column" alignItems="stretch" gap={0} style={{ overflowWrap: 'anywhere' }}>
      {record.documentId ? (
        <Link
          tag={NavLink}
          to={recordPath(uid, record.documentId)}
          onClick={onClick}
          target={isOutside ? '_blank' : undefined}
        >
          {title}
        </Link>
      ) : (
        <Typography textColor="neutral700">{title}</Typography>
      )}
      {children && (
        <Typography variant="pi" textColor="neutral600">
          {children}
        </Typography>
      )}
    </Flex>
  );
}
