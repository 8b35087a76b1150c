import { readText, text } from '../../../plugins/rostra/server/src/declare';
import { answers, errors } from '../../../plugins/rostra/server/src/operate';
import { removeAddress } from '../addresses';
import { ownAccount } from '../citizen';
import { defineAddressEndpoint, LIST } from './address-endpoint';

export const removeEmail = defineAddressEndpoint({
  name: 'delete',
  method: 'DELETE',
  path: LIST,
  description: 'Removes an address given in the body or in the query; the primary one cannot be removed.',
  body: { email: text().required() },
  isBodyOptional: true,
  parameters: {
    email: {
      parse: readText,
      description: 'The address to remove, instead of a body.',
      schema: { type: 'string' },
      isExtension: true,
    },
  },
  answers: { status: 204, schema: () => null },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.', 409: 'CONFLICT: it is the primary address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const { email = call.query.email } = call.values;
    if (call.query.email !== undefined && call.query.email !== email)
      throw errors.invalidInput([
        { path: 'email', code: 'MISMATCH', message: 'differs from the address in the query' },
      ]);
    if (typeof email !== 'string')
      throw errors.invalidInput([{ path: 'email', code: 'REQUIRED', message: 'is required' }]);
    await removeAddress(account, email.trim());
    return answers.removed();
  },
});
