import { scriptSource } from '../../../../../common/digest';
import { htmlPage } from '../http/answers';
import { type Reason, responseTo } from './refusal';

const link = (address: string, zh: string, en: string) =>
  `<p><a href="${escapeHtml(address)}">${zh} <span lang="en">${en}</span></a></p>`;

/** The page of a refused sign-in. `again` links to its start; `id` is the request id in the log. */
export function refusalPage(reason: Reason, { again, id }: { again?: string | undefined; id: string }): string {
  const { zh, en } = responseTo(reason);
  const back = again ? link(again, '重新登入', 'Sign in again') : '';
  return htmlPage(`<p>${zh}</p><p lang="en">${en}</p>${back}<p><small>${reason} ${id}</small></p>`);
}

/**
 * Stores what the panel's own log-in stores: that somebody is signed in, so that all tabs sign out together. Removes the token of
 * an earlier, remembered log-in, which would take precedence.
 */
const SCRIPT =
  "localStorage.removeItem('jwtToken');localStorage.setItem('isLoggedIn','true');location.replace(document.body.dataset.to);";

/** Allows the script of `welcomePage` and nothing else. */
export const WELCOME_POLICY = `default-src 'none'; frame-ancestors 'none'; script-src ${scriptSource(SCRIPT)}`;

/** The page that opens the panel after a sign-in. */
export const welcomePage = (to: string): string =>
  htmlPage(
    `${link(to, '進入管理介面', 'Continue to the panel')}<script>${SCRIPT}</script>`,
    ` data-to="${escapeHtml(to)}"`,
  );

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
