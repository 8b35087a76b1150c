import type { FirstLogIn, FirstLogIns } from '../first-start/first-start';
import { credentialsFile } from '../first-start/first-start';
import type { Settings } from './settings';

/** The address of the service on this machine. */
export const addressOf = ({ host, port }: Settings): string =>
  `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;

/**
 * The text shown at the terminal once the service is up. In production it contains no passwords, since the output is
 * stored.
 */
export function banner(settings: Settings, made: Partial<FirstLogIns>): string {
  const address = addressOf(settings);
  const shown = settings.isProduction ? {} : made;
  const login = JSON.stringify({ identifier: made.editor?.login ?? 'editor', password: shown.editor?.password ?? '…' });
  return [
    '',
    'Rostra is running.',
    '',
    `  API          ${address}/console/lab/rs_bills`,
    `  Try it       ${address}/docs`,
    `  Admin panel  ${address}/admin`,
    '',
    '  Log in to the API; the response contains the token ("jwt") to send as "Authorization: Bearer …":',
    `    curl -s ${address}/api/auth/local -H 'content-type: application/json' -d '${login}'`,
    ...firstPasswords(shown),
    '',
    `  The credentials created on first start are in ${credentialsFile(settings)}.`,
    ...(settings.isProduction ? ['  Each account must set a new password first.'] : []),
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

function firstPasswords({ editor, admin, panelEditor }: Partial<FirstLogIns>): string[] {
  const all = [row('API, editor', editor), row('panel, admin', admin), row('panel, editor', panelEditor)];
  const rows = all.filter((text) => text !== undefined);
  return rows.length > 0 ? ['', '  New passwords. They are not shown again:', ...rows] : [];
}

function row(who: string, credential: FirstLogIn | undefined): string | undefined {
  return credential && `    ${who.padEnd(14)} ${credential.login}  ${credential.password}`;
}
