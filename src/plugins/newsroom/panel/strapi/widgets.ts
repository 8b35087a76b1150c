import type { StrapiApp } from '@strapi/admin/strapi-admin';

/** The widgets of the home page, as `app.widgets.register` passes them. */
export type Widgets = Parameters<
  Extract<Parameters<StrapiApp['widgets']['register']>[0], (...args: never[]) => unknown>
>[0];

const PROFILE = 'profile-info';

/** Finds Strapi's widget with a link to one's own settings; logs to the console if there is none. Checked with Strapi 5.54.0. */
export function profileWidget(widgets: Widgets): Widgets {
  const found = widgets.filter(({ id }) => id === PROFILE);
  if (found.length === 0) console.error(`The panel of this version of Strapi has no widget "${PROFILE}".`);
  return found;
}
