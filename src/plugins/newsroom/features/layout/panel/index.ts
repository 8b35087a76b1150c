import { failSafe } from '../../../panel/fail-safe';
import type { Feature } from '../../../panel/feature';
import { HOOKS } from '../../../panel/strapi-hooks';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { patchIntlForTaiwan } from './dates';
import { changeEditLayout } from './edit-layout';
import { GroupHeading } from './group-heading';
import { GROUP_HEADING } from './heading-kind';
import { changeColumns, changeFilters } from './list';
import { ListStyle } from './list-style';
import { labelTranslations } from './translations';

interface ContentManager {
  injectComponent(page: string, place: string, component: { name: string; Component: React.ComponentType }): void;
}

/** Texts in the editor's language, and forms in titled groups. */
const labels: Feature = {
  texts: { en: labelTranslations('en'), zh: labelTranslations('zh') },

  register(app) {
    patchIntlForTaiwan();
    app.addFields({ type: GROUP_HEADING, Component: withBoundary(GroupHeading) as never });
  },

  bootstrap(app) {
    const manager = app.getPlugin('content-manager') as unknown as ContentManager;
    manager.injectComponent('listView', 'actions', { name: 'newsroom-list-style', Component: withBoundary(ListStyle) });
    app.registerHook(HOOKS.editLayout, failSafe(changeEditLayout as never) as never);
    app.registerHook(HOOKS.filters, failSafe(changeFilters as never) as never);
    app.registerHook(HOOKS.columns, failSafe(changeColumns as never) as never);
  },
};

export default labels;
