import { setPrimary } from '../addresses';
import { ownAccount } from '../citizen';
import { defineAddressEndpoint, ITEM, publicIdOf, recordSchema, updateAnswer } from './address-endpoint';

export const preferEmail = defineAddressEndpoint({
  name: 'setPrimary',
  method: 'PATCH',
  path: `${ITEM}/set_primary`,
  description: 'Makes an address the primary one; the log-in e-mail follows once it is verified.',
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const publicId = publicIdOf(call);
    return updateAnswer(call, publicId, await setPrimary(account, publicId));
  },
});
