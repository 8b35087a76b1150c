import { app } from '../../../plugins/rostra/server/src/operate';
import { ownAccount } from '../citizen';
import { confirmationLink } from '../link';
import { requestVerification } from '../verification';
import { define, done, ITEM, messageSchema, numberOf } from './shared';

export const requestEmail = define({
  name: 'requestVerification',
  method: 'GET',
  path: `${ITEM}/request_verification`,
  description: 'Sends a mail with a confirmation link, unless the address is verified.',
  answers: { status: 200, schema: () => messageSchema('EMAIL_VERIFY_REQUESTED') },
  failures: {
    400: 'INVALID_INPUT: the mail server refuses the address.',
    404: 'NOT_FOUND: no address of theirs.',
    429: 'TOO_MANY_REQUESTS: three mails an hour to an address, ten for an account. With Retry-After.',
    503: 'UNAVAILABLE: no mail can be sent; nothing has changed. With Retry-After.',
  },
  answer: async (call) => {
    const account = ownAccount(call);
    const number = numberOf(call);
    const base = app().config.get<string>('plugin::rostra.publicUrl');
    const linkOf = (token: string) => confirmationLink({ base, handle: call.path.handle ?? '', number, token });
    return done({ message: 'EMAIL_VERIFY_REQUESTED', email: await requestVerification({ account, number, linkOf }) });
  },
});
