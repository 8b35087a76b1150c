import { redactSecrets } from './redact-secrets';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOiIxIn0.c2lnbmF0dXJl';

describe('a line of the log', () => {
  it.each([
    ['GET /api/auth/reset-password?code=abc123 (3 ms) 400', 'GET /api/auth/reset-password?code=… (3 ms) 400'],
    ['GET /x?page=2&access_token=abc&sort=id', 'GET /x?page=2&access_token=…&sort=id'],
    ['GET /admin/registration-info?registrationToken=ab', 'GET /admin/registration-info?registrationToken=…'],
    [`GET /x?a%63=${'A'.repeat(43)}`, 'GET /x?a%63=…'],
    [
      '/api/citizen/ming/emails/3/confirm_verification/abc?x=1',
      '/api/citizen/ming/emails/3/confirm_verification/…?x=1',
    ],
    [`Authorization: Bearer ${JWT}, cookie jwtToken=${JWT}`, 'Authorization: Bearer … cookie jwtToken=…'],
    ['hash $2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy.', 'hash ….'],
    [`reset ${'0123456789abcdef'.repeat(3)} is wrong`, 'reset … is wrong'],
    [`{"identifier":"ming","password":"it's mine"}`, `{"identifier":"ming","password":"…"}`],
    [`{ password: 'mine', page: 2 }`, `{ password: '…', page: 2 }`],
    [
      `SyntaxError: Unexpected token 'x', "{"password"x" is not valid JSON`,
      `SyntaxError: Unexpected token 'x', … is not valid JSON`,
    ],
  ])('%s', (line, expected) => {
    expect(redactSecrets(line)).toBe(expected);
  });

  it.each(['?key', '&code=', '"password":', 'eyJ', ' Bearer ', 'confirm_verification/', ', a'])(
    'is searched quickly when it repeats %s',
    (piece) => {
      const fastest = (text: string) =>
        Math.min(
          ...[1, 2, 3].map(() => {
            const begun = performance.now();
            redactSecrets(text);
            return performance.now() - begun;
          }),
        );
      // A backtracking pattern takes some thousand times as long as one that reads the text once.
      const usual = Math.max(1, fastest('x '.repeat(32_768)));
      expect(fastest(piece.repeat(65_536 / piece.length)) / usual).toBeLessThan(500);
    },
  );

  it('stays as it is without secrets', () => {
    const line = '[2026-11-22 04:00:00.000] http: GET /console/lab/rs_bills?st=3&page=2 (4 ms) 200';
    expect(redactSecrets(line)).toBe(line);
  });
});
