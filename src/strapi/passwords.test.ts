import bcrypt from 'bcryptjs';

/** Created with bcryptjs 2.4.3, the version that Strapi depends on. */
const STORED = '$2a$10$upXYwsue2IRA8ncNOtjW/O1PZBJP.02gUE0cD8JE5OvT/P0ohEMfy';
const PASSWORD = '長久 a long password';

it('matches hashes of bcryptjs 2.4.3 with their password only', async () => {
  expect(await bcrypt.compare(PASSWORD, STORED)).toBe(true);
  expect(await bcrypt.compare(`${PASSWORD}.`, STORED)).toBe(false);
});

it('hashes and compares a password with a lone surrogate without hanging', async () => {
  const odd = 'abc\ud800defgh';
  const hash = await bcrypt.hash(odd, 4);
  expect(await bcrypt.compare(odd, hash)).toBe(true);
  expect(await bcrypt.compare(odd, STORED)).toBe(false);
});
