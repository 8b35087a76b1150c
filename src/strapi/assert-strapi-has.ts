import { StartError } from '../runtime/start-error';

/** Asserts that Strapi has what is to be replaced. @throws StartError */
export function assertStrapiHas(condition: unknown, what: string): asserts condition {
  if (!condition)
    throw new StartError(`This version of Strapi has no ${what}; the service was checked with 5.54.0.`, 1);
}
