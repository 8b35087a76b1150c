import { Flex, Link, LinkButton, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { contentTypePath } from '../../../panel/strapi/paths';
import type { AnyPanel } from '../../../shared/panel';

interface Props {
  panel: AnyPanel;
  count: number | undefined;
  mayCreate: boolean;
}

/** A content type on the desk: its summary, its number of records, and links to its list and to a new record. */
export function Card({ panel, count, mayCreate }: Props) {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  const list = contentTypePath(panel.uid);
  return (
    <Flex
      tag="article"
      direction="column"
      alignItems="stretch"
      justifyContent="space-between"
      gap={3}
      padding={4}
      width="100%"
      background="neutral0"
      borderColor="neutral150"
      shadow="tableShadow"
      hasRadius
    >
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Link tag={NavLink} to={list}>
          <Typography variant="delta" textColor="primary600">
            {panel.plural[language]}
          </Typography>
        </Link>
        <Typography variant="pi" textColor="neutral600">
          {panel.summary[language]}
        </Typography>
      </Flex>
      <Flex justifyContent="space-between" minHeight="3.2rem">
        <Typography variant="pi" fontWeight="semiBold" textColor="neutral700">
          {count !== undefined && formatMessage({ id: 'newsroom.navigation.count' }, { count })}
        </Typography>
        {mayCreate && (
          <LinkButton
            tag={NavLink}
            to={`${list}/create`}
            size="S"
            variant="tertiary"
            startIcon={<Plus />}
            aria-label={formatMessage({ id: 'newsroom.navigation.create.label' }, { name: panel.name[language] })}
          >
            {formatMessage({ id: 'newsroom.navigation.create' })}
          </LinkButton>
        )}
      </Flex>
    </Flex>
  );
}
