import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ROLES } from '../plugins/newsroom/features/roles/server/roles';
import { noteFirstPassword } from '../plugins/rostra/server/src/access/first-passwords';
import { pluginStore } from '../plugins/rostra/server/src/store/strapi';
import { readPrivateJson, writePrivateJson } from '../runtime/private-files';
import type { Settings } from '../runtime/settings';
import type { Strapi } from '../runtime/strapi';
import { loadSampleData } from './sample-data';

/** A log-in made on first start, to be shown once. */
export interface Credential {
  /** What it opens. */
  for?: string;
  login: string;
  password: string;
}

const API = 'the API, POST /api/auth/local';
const PANEL = 'the admin panel, /admin';

/** `editor` is an account of the API, the others are accounts of the admin panel: two kinds that know nothing of each other. */
export interface Credentials {
  editor: Credential;
  admin: Credential;
  panelEditor: Credential;
}

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const EDITOR = { username: 'editor', email: 'editor@rostra.local' };
const ADMIN = { firstname: 'Rostra', lastname: 'Admin', email: 'admin@rostra.local' };
const PANEL_EDITOR = { firstname: 'Rostra', lastname: 'Editor', email: 'editor@rostra.local' };

/**
 * Gives an empty database what a newcomer needs: an editor of the API, an admin and an editor of the panel, sample data. A step is marked when it
 * is done: a first start that was cut off is completed by the next one, and what somebody deletes stays deleted.
 * @returns the log-ins that were made now.
 */
export async function completeFirstStart(strapi: Strapi, settings: Settings): Promise<Partial<Credentials>> {
  const made: Partial<Credentials> = {};
  await once('editor', async () => {
    if (await lacksEditor(strapi))
      made.editor = await makeEditor(strapi, keepCredential(settings, 'editor', EDITOR.username, API));
  });
  // No mark: the last admin cannot be deleted, an export holds none, and a panel without any is open to its first visitor.
  if (await lacksAdmin(strapi)) {
    const role = await strapi.service('admin::role').getSuperAdmin();
    made.admin = await makePanelUser(strapi, ADMIN, role, keepCredential(settings, 'admin', ADMIN.email, PANEL));
  }
  await once('panel-editor', async () => {
    const role = await strapi.service('admin::role').findOne({ code: ROLES.editor.code });
    if (!role || (await hasPanelUsers(strapi))) return;
    const credential = keepCredential(settings, 'panelEditor', PANEL_EDITOR.email, PANEL);
    made.panelEditor = await makePanelUser(strapi, PANEL_EDITOR, role, credential);
  });
  if (settings.sampleData) await once('sample-data', () => loadSampleData(strapi, settings));
  return made;
}

/** Does a step of the first start unless it has been done; the mark travels with an export, as what was made does. */
async function once(step: string, work: () => Promise<void>): Promise<void> {
  const key = `first-start-${step}`;
  if ((await pluginStore.get(key)) !== null) return;
  await work();
  await pluginStore.set(key, true);
}

/** The file that keeps the log-ins made on first start; only its owner may read it. */
export function credentialsFile({ dataDir }: Settings): string {
  return path.join(dataDir, 'credentials.json');
}

async function lacksEditor(strapi: Strapi): Promise<boolean> {
  const role = await strapi.db.query(ROLE).findOne({ where: { type: 'editor' }, select: ['id'] });
  if (!role) return false;
  const namesakes = { $or: [{ role: role.id }, { username: EDITOR.username }, { email: EDITOR.email }] };
  return (await strapi.db.query(USER).count({ where: namesakes })) === 0;
}

async function lacksAdmin(strapi: Strapi): Promise<boolean> {
  return (await strapi.db.query('admin::user').count()) === 0;
}

/** Whether there is anybody beside the admin of the first start: who has people has no use for one that nobody asked for. */
async function hasPanelUsers(strapi: Strapi): Promise<boolean> {
  return (await strapi.db.query('admin::user').count({ where: { email: { $ne: ADMIN.email } } })) > 0;
}

/** The password is kept before the account is made: an account without a known password would be of no use. */
function keepCredential(settings: Settings, name: keyof Credentials, login: string, opens: string): Credential {
  const file = credentialsFile(settings);
  const kept = readPrivateJson<Credentials>(file);
  const credential = kept[name]?.login === login ? kept[name] : { for: opens, login, password: makePassword() };
  writePrivateJson(file, { ...kept, [name]: credential });
  return credential;
}

async function makeEditor(strapi: Strapi, credential: Credential): Promise<Credential> {
  const role = await strapi.db.query(ROLE).findOne({ where: { type: 'editor' }, select: ['id'] });
  const account = {
    ...EDITOR,
    password: credential.password,
    role: role.id,
    provider: 'local',
    confirmed: true,
    blocked: false,
  };
  const { id } = await strapi.plugin('users-permissions').service('user').add(account);
  await noteFirst(strapi, USER, id);
  return credential;
}

async function makePanelUser(
  strapi: Strapi,
  person: typeof ADMIN,
  role: { id: number },
  credential: Credential,
): Promise<Credential> {
  const { password } = credential;
  const account = { ...person, password, roles: [role.id], isActive: true, registrationToken: null };
  const { id } = await strapi.service('admin::user').create(account);
  await noteFirst(strapi, 'admin::user', id);
  return credential;
}

async function noteFirst(strapi: Strapi, uid: string, id: number): Promise<void> {
  const { password } = await strapi.db.query(uid).findOne({ where: { id }, select: ['password'] });
  await noteFirstPassword(password);
}

/** Strapi asks for a capital, a small letter and a digit. */
function makePassword(): string {
  const password = randomBytes(15).toString('base64url');
  return [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(password)) ? password : makePassword();
}
