import { answers, etagOf } from '../../../plugins/rostra/server/src/operate';
import { emailAddress } from '../address';
import { addAddress } from '../addresses';
import { ownAccount } from '../citizen';
import { defineAddressEndpoint, LIST, recordSchema } from './address-endpoint';

export const addEmail = defineAddressEndpoint({
  name: 'create',
  method: 'POST',
  path: LIST,
  description: 'Adds an address: private, not primary, not verified.',
  body: { email: emailAddress() },
  answers: { status: 201, schema: recordSchema },
  failures: { 409: 'CONFLICT: the citizen already has this address, or the maximum number of addresses.' },
  answer: async (call) => {
    const { publicId, record } = await addAddress(ownAccount(call), call.values.email as string);
    const location = `/citizen/${encodeURIComponent(call.path.handle ?? '')}/emails`;
    return answers.created({ publicId, body: record, etag: etagOf(record), ignored: call.ignored }, location);
  },
});
