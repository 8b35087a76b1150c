import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { recordPath } from '../../../panel/strapi/paths';
import { nameOf, titleOf } from '../../../shared/panels';
import type { NamedObstacle, Obstacle } from '../shared/obstacles';
import { ObstacleReasons } from './obstacle-reasons';
import { Pager } from './pager';
import { usePage } from './use-page';
import { useText } from './use-text';

/** The records that stand in the way of an undo, and why, page by page. */
export function ObstacleList({ path }: { path: string }) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const obstacles = usePage<Obstacle>(path, { page });
  if (!obstacles) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Box>
      <Box tag="ul" aria-label={t('obstacles')} maxHeight="40vh" overflow="auto">
        {obstacles.rows.map((obstacle, index) => (
          <Flex
            key={`${obstacle.uid} ${obstacle.record?.number ?? index}`}
            tag="li"
            direction="column"
            alignItems="stretch"
            gap={1}
            paddingBottom={3}
            style={{ overflowWrap: 'anywhere' }}
          >
            <Name obstacle={obstacle} />
            <ObstacleReasons obstacle={obstacle} />
          </Flex>
        ))}
      </Box>
      <Pager {...obstacles} onPage={setPage} />
    </Box>
  );
}

/** A record's kind and title, with a link to it, or to the deleted records if it is gone. */
function Name({ obstacle: { uid, record } }: { obstacle: NamedObstacle }) {
  const { t, language } = useText();
  const kind = nameOf(uid, language);
  if (!record) return <Typography fontWeight="semiBold">{t('obstacle.unseen', { kind })}</Typography>;
  const { documentId } = record;
  return (
    <Flex gap={2} wrap="wrap" alignItems="baseline">
      <Typography variant="pi" textColor="neutral600">
        {kind}
      </Typography>
      <Link tag={NavLink} to={documentId ? recordPath(uid, documentId) : '/plugins/newsroom/deleted'}>
        {titleOf(uid, record, language)}
      </Link>
    </Flex>
  );
}
