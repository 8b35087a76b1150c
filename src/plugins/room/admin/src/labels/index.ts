import type { Feature } from '../feature';
import { writeDatesAsInTaiwan } from './dates';
import { changeEditLayout } from './edit-layout';
import { GroupHeading } from './group-heading';
import { GROUP_HEADING } from './heading-kind';
import { changeColumns, changeFilters } from './list';
import { HOOKS } from './strapi-hooks';
import { labelTranslations } from './translations';

/** Words in the editor's language, and forms in titled groups. */
const labels: Feature = {
  texts: { en: labelTranslations('en'), zh: labelTranslations('zh') },

  register(app) {
    writeDatesAsInTaiwan();
    app.addFields({ type: GROUP_HEADING, Component: GroupHeading as never });
  },

  bootstrap(app) {
    app.registerHook(HOOKS.editLayout, changeEditLayout as never);
    app.registerHook(HOOKS.filters, changeFilters as never);
    app.registerHook(HOOKS.columns, changeColumns as never);
  },
};

export default labels;
