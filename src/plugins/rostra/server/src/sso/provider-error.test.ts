import { fromProvider } from './provider-error';
import { SignInRefusal } from './refusal';

const failed = (properties: object, cause?: unknown) =>
  fromProvider(Object.assign(new Error('it failed', { cause }), properties)).reason;

describe('an error of the provider', () => {
  it.each([
    ['DENIED', { error: 'access_denied', code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' }],
    ['EXPIRED', { error: 'invalid_grant', status: 400 }],
    ['CLOCKS_DIFFER', { code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' }],
    ['PROVIDER_DOWN', { error: 'temporarily_unavailable' }],
    ['PROVIDER_DOWN', { name: 'TimeoutError' }],
    ['PROVIDER_FAULT', { error: 'invalid_client', status: 401 }],
    ['PROVIDER_FAULT', { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' }],
    ['PROVIDER_FAULT', {}],
  ])('is %s', (reason, properties) => {
    expect(failed(properties)).toBe(reason);
  });

  it('is found among nested causes', () => {
    expect(failed({ code: 'OAUTH_TIMEOUT' }, new TypeError('fetch failed'))).toBe('PROVIDER_DOWN');
    expect(fromProvider(new TypeError('fetch failed')).reason).toBe('PROVIDER_DOWN');
    expect(failed({}, new Response('', { status: 502 }))).toBe('PROVIDER_DOWN');
    expect(failed({}, new Response('', { status: 404 }))).toBe('PROVIDER_FAULT');
  });

  it('puts neither tokens nor line breaks into the log', () => {
    const token = `${'e'.repeat(30)}.${'y'.repeat(30)}`;
    const { detail } = fromProvider(new Error(`bad\ntoken ${token}`));
    expect(detail).toContain('bad?token');
    expect(detail).not.toContain('eee');
  });

  it('is returned unchanged if it is a refusal', () => {
    const refusal = new SignInRefusal('NO_ROLE');
    expect(fromProvider(refusal)).toBe(refusal);
  });
});
