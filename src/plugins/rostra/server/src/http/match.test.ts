import { ApiError } from '../errors/errors';
import { matcher } from './match';
import type { Route } from './routes';

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  action: `${method} ${path}`,
  access: 'editor',
  target: { view: undefined as never },
  answer: async () => ({ status: 200, headers: {} }),
});

const match = matcher([
  route('GET', '/console/acts'),
  route('POST', '/console/acts'),
  route('GET', '/console/acts/:id'),
]);

const refusal = (method: string, path: string) => {
  try {
    match(method, path);
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? [error.status, error.headers.allow] : error;
  }
};

describe('the table of operations', () => {
  it('finds an operation and the identifier', () => {
    expect(match('GET', '/console/acts/12')).toMatchObject({
      route: { action: 'GET /console/acts/:id' },
      parameters: { id: '12' },
    });
    expect(match('HEAD', '/console/acts').route).toMatchObject({ action: 'GET /console/acts' });
  });

  it('is exact in case and slashes', () => {
    for (const path of ['/Console/acts', '/console/acts/', '/console//acts', '/console/acts/1/2', '/console']) {
      expect(refusal('GET', path)).toEqual([404, undefined]);
    }
  });

  it('names the methods that a path has', () => {
    expect(refusal('DELETE', '/console/acts')).toEqual([405, 'GET, HEAD, POST']);
    expect(refusal('POST', '/console/acts/1')).toEqual([405, 'GET, HEAD']);
  });
});
