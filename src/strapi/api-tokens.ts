import { serviceOf } from './actions';

interface Tokens {
  hash(token: string): string;
}

const service = (): Tokens => serviceOf('admin::api-token-content-api', ['hash']);

/** Refuses a start with a Strapi that keeps API tokens in another way. Checked with Strapi 5.54.0. @throws StartError */
export const assertApiTokens = (): void => void service();

/** The form in which an API token is stored. */
export const hashOfToken = (token: string): string => service().hash(token);
