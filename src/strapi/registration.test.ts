import { errors } from '@strapi/utils';
import { isNameTaken } from './registration';

/** What Strapi throws when it validates an account. */
const invalid = (...faults: [path: string, message: string][]) =>
  new errors.ValidationError(faults[0]?.[1] ?? '', {
    errors: faults.map(([path, message]) => ({ path: [path], message, name: 'ValidationError' })),
  });

describe('a user name is taken', () => {
  it('if Strapi says so before it begins or when it validates, or the database when it stores', () => {
    for (const error of [
      new errors.ApplicationError('Email or Username are already taken'),
      invalid(['username', 'This attribute must be unique']),
      Object.assign(new Error('duplicate key value'), { code: '23505' }),
    ])
      expect(isNameTaken(error)).toBe(true);
  });

  it('not if anything else is wrong', () => {
    for (const error of [
      new errors.ApplicationError('Register action is currently disabled'),
      new errors.ValidationError('Invalid parameters: role'),
      invalid(['username', 'username must be at least 3 characters']),
      invalid(['username', 'This attribute must be unique'], ['password', 'password is too short']),
      new Error('Connection terminated'),
    ])
      expect(isNameTaken(error)).toBe(false);
  });
});
