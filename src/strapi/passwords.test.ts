import bcrypt from 'bcryptjs';

/** Made by bcryptjs 2.4.3, the version that Strapi names. */
const STORED = '$2a$10$upXYwsue2IRA8ncNOtjW/O1PZBJP.02gUE0cD8JE5OvT/P0ohEMfy';
const PASSWORD = '長久 a long password';

it('hashes of bcryptjs 2.4.3 still match, and only their password', async () => {
  expect(await bcrypt.compare(PASSWORD, STORED)).toBe(true);
  expect(await bcrypt.compare(`${PASSWORD}.`, STORED)).toBe(false);
});

it('a password with half a surrogate pair is hashed and compared, and does not hang', async () => {
  const odd = 'abc\ud800defgh';
  const hash = await bcrypt.hash(odd, 4);
  expect(await bcrypt.compare(odd, hash)).toBe(true);
  expect(await bcrypt.compare(odd, STORED)).toBe(false);
});
