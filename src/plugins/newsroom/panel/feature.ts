import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { Language } from '../shared/panel';

/** Texts by their keys (`newsroom.roll-call.title`). */
export type Texts = Record<string, string>;

export type TextsByLanguage = Record<Language, Texts>;

/** One thing that the plugin adds to the panel. The `index.ts` of its folder `panel` exports it by default. */
export interface Feature {
  /** In each language: of its own pages, or in place of Strapi's. */
  texts?: TextsByLanguage;
  /** Pages, fields, widgets: before the panel knows its plugins. */
  register?(app: StrapiApp): void;
  /** Hooks and additions to other plugins, which are all registered by then. */
  bootstrap?(app: StrapiApp): void;
}

/** The texts of a feature. In the files `texts/*.json` the keys lack `newsroom.<feature>.`, which all of them begin with. */
export const textsOf = (feature: string, { en, zh }: TextsByLanguage): TextsByLanguage => {
  const prefixed = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [`newsroom.${feature}.${key}`, text]));
  return { en: prefixed(en), zh: prefixed(zh) };
};
