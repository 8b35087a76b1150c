import { scriptSource } from '../../../../../common/digest';
import { htmlPage } from '../http/answers';
import { type Reason, told } from './refusal';

const link = (address: string, zh: string, en: string) =>
  `<p><a href="${escaped(address)}">${zh} <span lang="en">${en}</span></a></p>`;

/** The page of a sign-in that is refused, with a way back; `id` finds the line in the log. */
export function refusalPage(reason: Reason, { again, id }: { again?: string | undefined; id: string }): string {
  const { zh, en } = told(reason);
  const back = again ? link(again, '重新登入', 'Sign in again') : '';
  return htmlPage(`<p>${zh}</p><p lang="en">${en}</p>${back}<p><small>${reason} ${id}</small></p>`);
}

/**
 * What the panel's own log-in leaves in the browser: that somebody is signed in, so that all tabs sign out together. A token
 * of an earlier log-in that was to be remembered would win over the new one.
 */
const SCRIPT =
  "localStorage.removeItem('jwtToken');localStorage.setItem('isLoggedIn','true');location.replace(document.body.dataset.to);";

/** Lets the script of `welcomePage` run, and nothing else. */
export const WELCOME_POLICY = `default-src 'none'; frame-ancestors 'none'; script-src ${scriptSource(SCRIPT)}`;

/** Leads on into the panel. */
export const welcomePage = (to: string): string =>
  htmlPage(`${link(to, '進入管理介面', 'Go on to the panel')}<script>${SCRIPT}</script>`, ` data-to="${escaped(to)}"`);

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
