import { randomUUID } from 'node:crypto';
import { errors } from '@strapi/utils';
import { nameFirstAddress, primaryAddressOf } from '../api/citizen-email/accounts';
import { isEmailAddress } from '../api/citizen-email/address';
import { isUniqueViolation } from '../plugins/rostra/server/src/operate';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { type ActionContext, requestBody, type StrapiAction, serviceOf, wrapAction } from './actions';

const CLOSED = 'Registration is closed. Ask an administrator for an account.';
const NO_ADDRESS = 'email must be a valid email';
const NO_NAME = 'username must not contain "@": it would look like the e-mail address of somebody';
const NAME_TAKEN = 'This user name is taken.';

/** What Strapi says when a user name is in use. */
const TAKEN_BY_STRAPI = 'Email or Username are already taken';

/** What log-in e-mails end with until an address is verified; there is no such host (RFC 2606). */
const UNVERIFIED = '@unverified.invalid';

interface Users {
  sendConfirmationEmail(user: { email: string }): Promise<unknown>;
}

/**
 * Lets everybody make an account, or nobody. The answer is the same whether the e-mail address belongs to an account: it
 * is nobody's until it is verified, and becomes the log-in e-mail then (decision record 0010). Checked with Strapi 5.54.0.
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
  const users = serviceOf<Users>('plugin::users-permissions.user', ['sendConfirmationEmail']);
  const { sendConfirmationEmail } = users;
  // Where an administrator wants addresses to be confirmed first, the mail goes to the one that was given.
  users.sendConfirmationEmail = async (user) => {
    const registration = app().requestContext.get()?.state.registration as Registration | undefined;
    if (user.email !== registration?.placeholder) return sendConfirmationEmail.call(users, user);
    const { email } = registration;
    registration.sendMail = () => sendConfirmationEmail.call(users, { ...user, email });
  };
}

interface Registration {
  /** The log-in e-mail until the address is verified: one that no mail reaches. */
  placeholder: string;
  /** The address that was given. */
  email: string;
  /** Sends the mail that asks to confirm it, once the account is stored. */
  sendMail?: () => Promise<unknown>;
}

async function registerUnverified(ctx: ActionContext, register: StrapiAction): Promise<void> {
  const body = requestBody(ctx);
  const { username } = body;
  const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : '';
  if (!isEmailAddress(email)) throw new errors.ValidationError(NO_ADDRESS);
  if (typeof username === 'string' && username.includes('@')) throw new errors.ValidationError(NO_NAME);
  const placeholder = `${randomUUID()}${UNVERIFIED}`;
  const registration: Registration = { placeholder, email };
  ctx.state.registration = registration;
  ctx.request.body = { ...body, email: placeholder };
  await app()
    .db.transaction(async () => {
      await register();
      const made = ctx.body as { user: { id: number } };
      await nameFirstAddress(made.user.id, placeholder, email);
      ctx.body = { ...made, user: { ...made.user, email } };
    })
    .catch(refuse);
  // Not within the transaction, which would hold a connection for as long as the mail server takes.
  void registration.sendMail?.().catch((error: Error) => app().log.error(`A mail could not be sent: ${error.message}`));
}

/** Answers show the address that was given, not what stands in its place. */
async function showAddress(ctx: ActionContext): Promise<void> {
  const body = ctx.body as { user?: { id: number; email?: string } } | undefined;
  if (!body?.user?.email?.endsWith(UNVERIFIED)) return;
  const email = (await primaryAddressOf(body.user.id)) ?? null;
  ctx.body = { ...body, user: { ...body.user, email } };
}

function refuse(error: unknown): never {
  const isTaken = error instanceof errors.ApplicationError && error.message === TAKEN_BY_STRAPI;
  // Strapi counts before it inserts: of two who come at once the database refuses one.
  if (isTaken || isUniqueViolation(error)) throw new errors.ApplicationError(NAME_TAKEN);
  throw error;
}
