import { app } from '../plugins/rostra/server/src/store/strapi';
import { type ActionContext, requestBody, serviceOf, wrapAction } from './actions';

const AUTH = 'plugin::users-permissions.auth';
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

interface PanelAuth {
  forgotPassword(given: unknown): Promise<unknown>;
}

/**
 * Answers who asks for a mail before it is looked up whether there is an account: neither words nor time tell
 * (decisions, 5.3). Checked with Strapi 5.54.0.
 */
export function answerBeforeMailing(): void {
  afterwards('forgotPassword', () => ({ ok: true }));
  afterwards('sendEmailConfirmation', (email) => ({ email, sent: true }));
  // Strapi does not wait for this one; what it rejects with nobody would catch, and the process would end.
  const panel = serviceOf<PanelAuth>('admin::auth', ['forgotPassword']);
  const { forgotPassword } = panel;
  panel.forgotPassword = (given) => forgotPassword(given).catch(report);
}

/** Lets an action do its work once its answer is on the way; what is no address is refused by the action, at once. */
function afterwards(name: string, answer: (email: string) => unknown): void {
  wrapAction(AUTH, name, async (ctx, action) => {
    const { email } = requestBody(ctx);
    if (typeof email !== 'string' || !ADDRESS.test(email)) return action();
    ctx.body = answer(email);
    void action(copyOf(ctx)).catch(report);
  });
}

/** What the actions need of a request, apart from the one that is being answered. */
const copyOf = (ctx: ActionContext) => ({
  request: { body: ctx.request.body },
  state: { auth: ctx.state.auth },
  send: () => undefined,
});

const report = (error: Error): void => {
  app().log.error(`A mail could not be prepared: ${error.message}`);
};
