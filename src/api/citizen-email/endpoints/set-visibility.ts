import { choice } from '../../../plugins/rostra/server/src/declare';
import { setVisibility } from '../addresses';
import { ownAccount } from '../citizen';
import { defineAddressEndpoint, ITEM, publicIdOf, recordSchema, updateAnswer } from './address-endpoint';

export const showEmail = defineAddressEndpoint({
  name: 'setVisibility',
  method: 'PATCH',
  path: `${ITEM}/visibility`,
  description: 'Sets whether other citizens may see an address once it is verified.',
  body: { visibility: choice(['public', 'private']).required() },
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const publicId = publicIdOf(call);
    return updateAnswer(call, publicId, await setVisibility(account, publicId, call.values.visibility as string));
  },
});
