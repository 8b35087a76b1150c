import { readAccount } from './accounts';

const ming = { role: 'citizen', username: 'ming', email: 'ming@example.org', password: 'long enough' };

describe('an account from the command line', () => {
  it('gets a lowercase e-mail', () => {
    expect(readAccount({ ...ming, email: ' Ming@Example.ORG ' })).toEqual(ming);
  });

  it('is refused with a list of every fault', () => {
    const read = () => readAccount({ role: 'boss', username: 'm', email: 'x', password: 'short' });
    expect(read).toThrow(/--role:[\s\S]*--username:[\s\S]*--email:[\s\S]*--password:/);
  });

  it('refuses a password that would be truncated', () => {
    expect(() => readAccount({ ...ming, password: '密'.repeat(25) })).toThrow('at most 72 bytes');
  });
});
