import { Page, usePersistentStateScope } from '@strapi/admin/strapi-admin';
import { Box, Button, Flex, Link } from '@strapi/design-system';
import { useEffect } from 'react';
import { NavLink, useNavigate, useParams } from 'react-router-dom';
import { Notice } from '../../../panel/notice';
import { enterView } from '../../../panel/strapi/list-state';
import { contentTypePath } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import type { SavedView } from '../shared/views';
import { useText, viewPath } from './use-views';

/** Opens the list that a view is of, as the view has it. */
export default function ViewPage() {
  const { id = '' } = useParams();
  const t = useText();
  const navigate = useNavigate();
  const scope = usePersistentStateScope();
  const { data: view, isFailed, refetch } = useFetch<SavedView>(viewPath(Number(id)));
  useEffect(() => {
    if (!view || scope === undefined) return;
    enterView(view.uid, scope, view.columns);
    navigate(`${contentTypePath(view.uid)}?${view.query}`, { replace: true });
  }, [view, scope, navigate]);
  if (!isFailed) return <Page.Loading />;
  return (
    <Page.Main>
      <Page.Title>{t('views')}</Page.Title>
      <Box padding={8}>
        <Notice kind="warning">
          <Flex direction="column" alignItems="flex-start" gap={2}>
            {t('gone')}
            <Button size="S" variant="secondary" onClick={refetch}>
              {t('again')}
            </Button>
            <Link tag={NavLink} to="/plugins/newsroom/desk">
              {t('desk')}
            </Link>
          </Flex>
        </Notice>
      </Box>
    </Page.Main>
  );
}
