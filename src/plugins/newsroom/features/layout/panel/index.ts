import type { Feature } from '../../../panel/feature';
import { injectComponent } from '../../../panel/strapi/content-manager';
import { addFieldType } from '../../../panel/strapi/form-fields';
import { addHook } from '../../../panel/strapi/hooks';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { patchIntlForTaiwan } from './dates';
import { changeEditLayout, GROUP_HEADING } from './edit-layout';
import { GroupHeading } from './group-heading';
import { changeColumns, changeFilters } from './list';
import { ListStyle } from './list-style';
import { labelTranslations } from './translations';

/** Texts in the editor's language, and forms in titled groups. */
const layout: Feature = {
  texts: { en: labelTranslations('en'), zh: labelTranslations('zh') },

  register(app) {
    patchIntlForTaiwan();
    addFieldType(app, GROUP_HEADING, GroupHeading);
  },

  bootstrap(app) {
    injectComponent(app, 'listView.actions', 'list-style', withBoundary(ListStyle));
    addHook(app, 'editLayout', changeEditLayout);
    addHook(app, 'filters', changeFilters);
    addHook(app, 'columns', changeColumns);
  },
};

export default layout;
