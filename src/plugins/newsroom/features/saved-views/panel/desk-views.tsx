import { Flex, Link, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { pluralOf } from '../../../shared/panels';
import type { SavedView } from '../shared/views';
import { useText, useViews, viewPage } from './use-views';

/** The own and the shared views of all lists, on the desk; nothing while there are none. */
export function DeskViews() {
  const t = useText();
  const { locale } = useIntl();
  const { data: views = [] } = useViews();
  if (views.length === 0) return null;
  const line = (view: SavedView) => (
    <li key={view.id}>
      <Flex gap={2} alignItems="baseline">
        <Link tag={NavLink} to={viewPage(view.id)}>
          {view.name}
        </Link>
        <Typography variant="pi" textColor="neutral600">
          {pluralOf(view.uid, languageOf(locale))}
          {!view.isOwn && view.owner && ` · ${view.owner}`}
        </Typography>
      </Flex>
    </li>
  );
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={3} aria-labelledby="newsroom-views">
      <Typography variant="beta" tag="h2" id="newsroom-views">
        {t('views')}
      </Typography>
      <Flex tag="ul" gap={5} wrap="wrap">
        {views.map(line)}
      </Flex>
    </Flex>
  );
}
