import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

/** Where the installed packages of Strapi keep the panel's texts, by the plugin whose name their keys carry. */
export const TRANSLATIONS = {
  admin: '@strapi/admin/dist/admin/admin/src/translations',
  'content-manager': '@strapi/content-manager/dist/admin/translations',
  upload: '@strapi/upload/dist/admin/translations',
  email: '@strapi/email/dist/admin/translations',
  i18n: '@strapi/i18n/dist/admin/translations',
  'users-permissions': '@strapi/plugin-users-permissions/dist/admin/translations',
};

/** Texts of one plugin in one language, as installed. */
export async function strapiTexts(plugin, locale) {
  const file = inRoot('node_modules', TRANSLATIONS[plugin], `${locale}.json.mjs`);
  if (!existsSync(file)) throw new Error(`Strapi keeps its texts elsewhere now: ${file} is missing.`);
  return (await import(pathToFileURL(file).href)).default;
}
