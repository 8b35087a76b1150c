import { Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { titleOf } from '../../../shared/panels';
import type { RecordSummary } from '../shared/where-used';
import { recordPath } from './paths';

interface Props {
  uid: string;
  named: Partial<RecordSummary> & { number: number };
  /** What stands below it. */
  children?: ReactNode;
  onClick?: () => void;
}

/** A record by its title, leading to its form; without a link where it may not be read. */
export function RecordLink({ uid, named, children, onClick }: Props) {
  const { locale } = useIntl();
  const title = titleOf(uid, named, languageOf(locale));
  return (
    <Flex tag="li" direction="column" alignItems="stretch" gap={0} style={{ overflowWrap: 'anywhere' }}>
      {named.documentId ? (
        <Link tag={NavLink} to={recordPath(uid, named.documentId)} onClick={onClick}>
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
