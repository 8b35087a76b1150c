import { StartError } from '../runtime/start-error';

/** Refuses to start when Strapi does not have what is to be replaced. @throws StartError */
export function assertStrapiHas(isThere: unknown, what: string): asserts isThere {
  if (!isThere) throw new StartError(`This version of Strapi has no ${what}; the service was checked with 5.54.0.`, 1);
}
