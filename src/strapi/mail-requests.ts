import { app } from '../plugins/rostra/server/src/store/strapi';
import { type ActionContext, requestBody, serviceOf, wrapAction } from './actions';

const AUTH = 'plugin::users-permissions.auth';
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

interface PanelAuth {
  forgotPassword(input: unknown): Promise<unknown>;
}

/**
 * Answers requests for mails before looking up the account, so that the answer does not reveal whether there is one
 * (conventions 5.3). Checked with Strapi 5.54.0.
 */
export function answerBeforeMailing(): void {
  answerFirst('forgotPassword', () => ({ ok: true }));
  answerFirst('sendEmailConfirmation', (email) => ({ email, sent: true }));
  // Strapi does not await this one: an unhandled rejection would end the process.
  const panel = serviceOf<PanelAuth>('admin::auth', ['forgotPassword']);
  const { forgotPassword } = panel;
  panel.forgotPassword = (input) => forgotPassword(input).catch(logFailure);
}

/** Answers a request and runs its action afterwards. The action itself refuses a malformed address. */
function answerFirst(name: string, answer: (email: string) => unknown): void {
  wrapAction(AUTH, name, async (ctx, action) => {
    const { email } = requestBody(ctx);
    if (typeof email !== 'string' || !ADDRESS.test(email)) return action();
    ctx.body = answer(email);
    void action(copyOf(ctx)).catch(logFailure);
  });
}

/** A copy of the part of the context that the actions need, independent of the answer. */
const copyOf = (ctx: ActionContext) => ({
  request: { body: ctx.request.body },
  state: { auth: ctx.state.auth },
  send: () => undefined,
});

const logFailure = (error: Error): void => {
  app().log.error(`A mail could not be prepared: ${error.message}`);
};
