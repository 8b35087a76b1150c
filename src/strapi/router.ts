import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** A route of Strapi's router. */
export interface Layer {
  path: string;
  methods: string[];
}

interface Router {
  stack: Layer[];
  match(path: string, method: string): { path: Layer[] };
}

/** Strapi's router with its routes. Checked with Strapi 5.54.0 (@koa/router 12.0.2). @throws StartError */
export function strapiRouter(): Router {
  const router: object = app().server.router;
  const isThere = 'stack' in router && 'match' in router && typeof router.match === 'function';
  assertStrapiHas(isThere && Array.isArray(router.stack), 'router with "stack" and "match"');
  return router as Router;
}
