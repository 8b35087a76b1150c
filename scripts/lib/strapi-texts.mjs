import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

/** The folders of the panel's texts in the installed Strapi packages, by the plugin in their keys' prefix. */
export const TRANSLATIONS = {
  admin: '@strapi/admin/dist/admin/admin/src/translations',
  'content-manager': '@strapi/content-manager/dist/admin/translations',
  upload: '@strapi/upload/dist/admin/translations',
  email: '@strapi/email/dist/admin/translations',
  i18n: '@strapi/i18n/dist/admin/translations',
  'users-permissions': '@strapi/plugin-users-permissions/dist/admin/translations',
};

/** Loads the installed texts of a plugin in one language. */
export async function strapiTexts(plugin, locale) {
  const file = inRoot('node_modules', TRANSLATIONS[plugin], `${locale}.json.mjs`);
  if (!existsSync(file)) throw new Error(`Strapi has moved its texts: ${file} is missing.`);
  return (await import(pathToFileURL(file).href)).default;
}
