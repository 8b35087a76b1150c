import { app } from '../../../plugins/rostra/server/src/operate';
import { ownAccount } from '../citizen';
import { requestVerification } from '../verification';
import { defineAddressEndpoint, ITEM, messageAnswer, messageSchema, publicIdOf } from './address-endpoint';

export const requestEmail = defineAddressEndpoint({
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
    const publicId = publicIdOf(call);
    const base = app().config.get<string>('plugin::rostra.publicUrl');
    const linkOf = (token: string) => confirmationLink({ base, handle: call.path.handle ?? '', publicId, token });
    return messageAnswer({
      message: 'EMAIL_VERIFY_REQUESTED',
      email: await requestVerification({ account, publicId, linkOf }),
    });
  },
});

/** The parts of a confirmation link; `base` is the service's web address. */
interface LinkParts {
  base: string;
  handle: string;
  publicId: number;
  token: string;
}

/**
 * Builds the link in an e-mail. Percent-encodes every byte of the handle, so that its owner cannot put a readable
 * message to strangers into it.
 */
const confirmationLink = ({ base, handle, publicId, token }: LinkParts): string =>
  `${base}/citizen/${percentEncode(handle)}/emails/${publicId}/confirm_verification/${token}`;

const percentEncode = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
