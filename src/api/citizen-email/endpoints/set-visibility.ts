import { choice } from '../../../plugins/rostra/server/src/declare';
import { setVisibility } from '../addresses';
import { ownAccount } from '../citizen';
import { changed, define, ITEM, numberOf, recordSchema } from './shared';

export const showEmail = define({
  name: 'setVisibility',
  method: 'PATCH',
  path: `${ITEM}/visibility`,
  description: 'Sets whether other citizens may see an address once it is verified.',
  body: { visibility: choice(['public', 'private']).required() },
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const number = numberOf(call);
    return changed(call, number, await setVisibility(account, number, call.values.visibility as string));
  },
});
