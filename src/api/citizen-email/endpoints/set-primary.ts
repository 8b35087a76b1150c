import { setPrimary } from '../addresses';
import { ownAccount } from '../citizen';
import { changed, define, ITEM, numberOf, recordSchema } from './shared';

export const preferEmail = define({
  name: 'setPrimary',
  method: 'PATCH',
  path: `${ITEM}/set_primary`,
  description: 'Makes an address the primary one; the log-in e-mail follows once it is verified.',
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const number = numberOf(call);
    return changed(call, number, await setPrimary(account, number));
  },
});
