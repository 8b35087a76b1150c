import { randomUUID } from 'node:crypto';
import { errors } from '@strapi/utils';
import { nameFirstAddress, primaryAddressOf } from '../api/citizen-email/accounts';
import { isEmailAddress } from '../api/citizen-email/address';
import { isUniqueViolation } from '../plugins/rostra/server/src/operate';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { type ActionContext, requestBody, type StrapiAction, serviceOf, wrapAction } from './actions';

const CLOSED = 'Registration is closed. Ask an administrator for an account.';
const INVALID_ADDRESS = 'email must be a valid email';
const INVALID_NAME = 'username must not contain "@", so that it cannot be mistaken for an e-mail address';
const NAME_TAKEN = 'This user name is taken.';

/** Strapi's message for a user name that is in use. */
const STRAPI_NAME_TAKEN = 'Email or Username are already taken';

/** Strapi's message for a value of a unique field that another record has. */
const STRAPI_NOT_UNIQUE = 'This attribute must be unique';

/** The suffix of placeholder log-in e-mails until an address is verified; no such host can exist (RFC 2606). */
const UNVERIFIED = '@unverified.invalid';

interface UserService {
  sendConfirmationEmail(user: { email: string }): Promise<unknown>;
}

/**
 * Opens registration to everybody, or closes it. The answer does not reveal whether the e-mail address belongs to an account: an
 * address belongs to nobody until it is verified, and then becomes the log-in e-mail (decision 10). Checked with Strapi
 * 5.54.0.
 */
export function guardRegistration({ isOpen }: { isOpen: boolean }): void {
  wrapAction('plugin::users-permissions.auth', 'register', (ctx, register) => {
    if (!isOpen) throw new errors.PolicyError(CLOSED);
    return registerUnverified(ctx, register);
  });
  for (const action of ['callback', 'changePassword', 'resetPassword'])
    wrapAction('plugin::users-permissions.auth', action, async (ctx, answer) => {
      await answer();
      await showAddress(ctx);
    });
  const users = serviceOf<UserService>('plugin::users-permissions.user', ['sendConfirmationEmail']);
  const { sendConfirmationEmail } = users;
  // If addresses must be confirmed first, the mail goes to the registered address.
  users.sendConfirmationEmail = async (user) => {
    const registration = app().requestContext.get()?.state.registration as Registration | undefined;
    if (user.email !== registration?.placeholder) return sendConfirmationEmail.call(users, user);
    const { email } = registration;
    registration.sendMail = () => sendConfirmationEmail.call(users, { ...user, email });
  };
}

interface Registration {
  /** The log-in e-mail until the address is verified; no mail reaches it. */
  placeholder: string;
  /** The registered address. */
  email: string;
  /** Sends the confirmation mail once the account is stored. */
  sendMail?: () => Promise<unknown>;
}

async function registerUnverified(ctx: ActionContext, register: StrapiAction): Promise<void> {
  const body = requestBody(ctx);
  const { username } = body;
  const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : '';
  if (!isEmailAddress(email)) throw new errors.ValidationError(INVALID_ADDRESS);
  if (typeof username === 'string' && username.includes('@')) throw new errors.ValidationError(INVALID_NAME);
  const placeholder = `${randomUUID()}${UNVERIFIED}`;
  const registration: Registration = { placeholder, email };
  ctx.state.registration = registration;
  ctx.request.body = { ...body, email: placeholder };
  await app()
    .db.transaction(async () => {
      await register();
      const answer = ctx.body as { user: { id: number } };
      await nameFirstAddress(answer.user.id, placeholder, email);
      ctx.body = { ...answer, user: { ...answer.user, email } };
    })
    .catch(refuse);
  // Outside the transaction, which would hold a connection while the mail server works.
  void registration.sendMail?.().catch((error: Error) => app().log.error(`A mail could not be sent: ${error.message}`));
}

/** Shows the registered address in answers in place of the placeholder. */
async function showAddress(ctx: ActionContext): Promise<void> {
  const body = ctx.body as { user?: { id: number; email?: string } } | undefined;
  if (!body?.user?.email?.endsWith(UNVERIFIED)) return;
  const email = (await primaryAddressOf(body.user.id)) ?? null;
  ctx.body = { ...body, user: { ...body.user, email } };
}

function refuse(error: unknown): never {
  if (isNameTaken(error)) throw new errors.ApplicationError(NAME_TAKEN);
  throw error;
}

/**
 * Returns whether a registration failed because its user name is in use. Strapi looks before it begins and again when it validates
 * the account, and the database refuses what was taken since: concurrent registrations can fail at each of the three.
 */
export function isNameTaken(error: unknown): boolean {
  if (isUniqueViolation(error)) return true;
  if (error instanceof errors.ValidationError) {
    const { errors: faults = [] } = error.details as { errors?: { path: string[]; message: string }[] };
    return (
      faults.length > 0 &&
      faults.every(({ path, message }) => path.join() === 'username' && message === STRAPI_NOT_UNIQUE)
    );
  }
  return error instanceof errors.ApplicationError && error.message === STRAPI_NAME_TAKEN;
}
