import type { StrapiApp } from '@strapi/admin/strapi-admin';

/** Texts by their keys (`room.roll-call.title`). */
export type Texts = Record<string, string>;

/** One thing that the editors' room adds to the panel. Its folder's `index.ts` exports it by default. */
export interface Feature {
  /** In each language: of its own pages, or in place of Strapi's. */
  texts?: { en: Texts; zh: Texts };
  /** Pages, fields, widgets: before the panel knows its plugins. */
  register?(app: StrapiApp): void;
  /** Hooks and additions to other plugins, which are all registered by then. */
  bootstrap?(app: StrapiApp): void;
}
