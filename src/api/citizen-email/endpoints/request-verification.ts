import { app } from '../../../plugins/rostra/server/src/operate';
import { ownAccount } from '../citizen';
import { confirmationLink } from '../mail';
import { requestVerification } from '../verification';
import { define, done, ITEM, messageSchema, numberOf } from './shared';

export const requestEmail = define({
  name: 'requestVerification',
  method: 'GET',
  path: `${ITEM}/request_verification`,
  description: 'Sends an e-mail with a confirmation link, unless the address is already verified.',
  answers: { status: 200, schema: () => messageSchema('EMAIL_VERIFY_REQUESTED') },
  failures: {
    400: 'INVALID_INPUT: the mail server rejects the address.',
    404: 'NOT_FOUND: the citizen has no such address.',
    429: 'TOO_MANY_REQUESTS: at most three e-mails per hour to an address, ten per account. With Retry-After.',
    503: 'UNAVAILABLE: the e-mail cannot be sent; nothing has changed. With Retry-After.',
  },
  answer: async (call) => {
    const account = ownAccount(call);
    const number = numberOf(call);
    const base = app().config.get<string>('plugin::rostra.publicUrl');
    const linkOf = (token: string) => confirmationLink({ base, handle: call.path.handle ?? '', number, token });
    return done({ message: 'EMAIL_VERIFY_REQUESTED', email: await requestVerification({ account, number, linkOf }) });
  },
});
