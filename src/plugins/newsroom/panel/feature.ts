import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { Language } from '../shared/panel';

/** Texts by key (`newsroom.roll-call.title`). */
export type Texts = Record<string, string>;

export type TextsByLanguage = Record<Language, Texts>;

/** One addition to the panel: the default export of the feature's `panel/index.ts`. */
export interface Feature {
  /** Texts of the feature's own pages, or replacements for Strapi's. */
  texts?: TextsByLanguage;
  /** Adds pages, fields and widgets. Runs before the panel loads its plugins. */
  register?(app: StrapiApp): void;
  /** Adds hooks and additions to other plugins. Runs after all plugins are registered. */
  bootstrap?(app: StrapiApp): void;
}

/** Adds the prefix `newsroom.<feature>.` to the keys of a feature's `texts/*.json`. */
export const textsOf = (feature: string, { en, zh }: TextsByLanguage): TextsByLanguage => {
  const prefixed = (texts: Texts): Texts =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [`newsroom.${feature}.${key}`, text]));
  return { en: prefixed(en), zh: prefixed(zh) };
};
