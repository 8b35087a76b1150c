import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Editor, OpenForm } from '../../../../rostra/server/src/store/open-forms';

/** An open form and whose it is: all that a pass lets its bearer say. */
export type PassedForm = OpenForm & Pick<Editor, 'account' | 'name'>;

/** How long a form may say that it is still open after its session has ended, in ms. */
const VALID_MS = 24 * 60 * 60 * 1000;

/**
 * Signs a text with which a form can say that it is open, and nothing else, without a session: a tab that holds unsaved changes outlives its
 * access token, and requests that renew it would keep the session alive for ever.
 */
export function passFor(form: PassedForm, secret: string, now = Date.now()): string {
  const text = Buffer.from(JSON.stringify({ form, until: now + VALID_MS })).toString('base64url');
  return `${text}.${signatureOf(text, secret)}`;
}

/** The form that a pass is for; undefined if it was not signed here, or is too old. */
export function formOfPass(pass: string, secret: string, now = Date.now()): PassedForm | undefined {
  const [text = '', signature = ''] = pass.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(text, secret))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { form, until } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as {
    form: PassedForm;
    until: number;
  };
  return now < until ? form : undefined;
}

const signatureOf = (text: string, secret: string): string => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rostra open forms', 32));
  return createHmac('sha256', key).update(text).digest('base64url');
};
