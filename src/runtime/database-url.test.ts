import { connectionOptions } from './database-url';

describe('a database address', () => {
  it('is parsed, including escapes', () => {
    expect(connectionOptions('postgresql://an%40na:p%2Fw@db.example:6543/legis%20data')).toEqual({
      host: 'db.example',
      port: 6543,
      database: 'legis data',
      user: 'an@na',
      password: 'p/w',
      ssl: false,
    });
  });

  it.each([
    ['disable', false],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', { rejectUnauthorized: true }],
  ])('requests encryption with sslmode=%s', (mode, ssl) => {
    expect(connectionOptions(`postgres://a@db/x?sslmode=${mode}`).ssl).toEqual(ssl);
  });

  it('may name a socket folder', () => {
    expect(connectionOptions('postgresql:///x?host=/run/postgresql')).toMatchObject({
      host: '/run/postgresql',
      port: 5432,
    });
  });
});
