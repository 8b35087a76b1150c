import type { Feature } from '../feature';
import { harmless } from '../harmless';
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
    app.registerHook(HOOKS.editLayout, harmless(changeEditLayout as never) as never);
    app.registerHook(HOOKS.filters, harmless(changeFilters as never) as never);
    app.registerHook(HOOKS.columns, harmless(changeColumns as never) as never);
  },
};

export default labels;
