import { serviceOf } from './actions';

interface TokenService {
  hash(token: string): string;
}

const service = (): TokenService => serviceOf('admin::api-token-content-api', ['hash']);

/** Asserts that Strapi hashes API tokens with a function of its service. Checked with Strapi 5.54.0. @throws StartError */
export const assertApiTokens = (): void => void service();

/** The hash under which an API token is stored. */
export const hashOfToken = (token: string): string => service().hash(token);
