import type { FirstLogIn, FirstLogIns } from '../first-start/first-start';
import { credentialsFile } from '../first-start/first-start';
import type { Settings } from './settings';

/** Where the service answers on this machine. */
export const addressOf = ({ host, port }: Settings): string =>
  `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;

/** What a person at the terminal wants to know once the service is up; in production, where it is kept, no passwords. */
export function banner(settings: Settings, made: Partial<FirstLogIns>): string {
  const address = addressOf(settings);
  const shown = settings.isProduction ? {} : made;
  const login = JSON.stringify({ identifier: made.editor?.login ?? 'editor', password: shown.editor?.password ?? '…' });
  return [
    '',
    'Rostra is up.',
    '',
    `  API          ${address}/console/lab/rs_bills`,
    `  To try it    ${address}/docs`,
    `  Admin panel  ${address}/admin`,
    '',
    '  Log in to the API; the answer holds the token ("jwt") to send as "Authorization: Bearer …":',
    `    curl -s ${address}/api/auth/local -H 'content-type: application/json' -d '${login}'`,
    ...firstPasswords(shown),
    '',
    `  The log-ins made on first start are in ${credentialsFile(settings)}.`,
    ...(settings.isProduction ? ['  Each asks for a new password before it does anything else.'] : []),
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

function firstPasswords({ editor, admin, panelEditor }: Partial<FirstLogIns>): string[] {
  const all = [row('API, editor', editor), row('panel, admin', admin), row('panel, editor', panelEditor)];
  const rows = all.filter((text) => text !== undefined);
  return rows.length > 0 ? ['', '  Made just now, shown this once:', ...rows] : [];
}

function row(who: string, credential: FirstLogIn | undefined): string | undefined {
  return credential && `    ${who.padEnd(14)} ${credential.login}  ${credential.password}`;
}
