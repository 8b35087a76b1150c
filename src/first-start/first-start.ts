import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { ROLES } from '../plugins/newsroom/features/roles/server/roles';
import { noteFirstPassword } from '../plugins/rostra/server/src/access/first-passwords';
import { type ChangeOrigin, withOrigin } from '../plugins/rostra/server/src/store/history/origin';
import { pluginStore } from '../plugins/rostra/server/src/store/strapi';
import { readPrivateJson, writePrivateJson } from '../runtime/private-files';
import type { Settings } from '../runtime/settings';
import type { Strapi } from '../runtime/strapi';
import { apiUsers, panelUsers } from '../strapi/accounts';
import { panelRoles } from '../strapi/panel-roles';
import { loadSampleData } from './sample-data';

/** A log-in that the first start creates and shows once. */
export interface FirstLogIn {
  /** What it gives access to. */
  for?: string;
  login: string;
  password: string;
}

const API = 'the API, POST /api/auth/local';
const PANEL = 'the admin panel, /admin';

/** `editor` is an account of the API, the others are accounts of the admin panel: two unrelated kinds. */
export interface FirstLogIns {
  editor: FirstLogIn;
  admin: FirstLogIn;
  panelEditor: FirstLogIn;
}

/** The origin of the sample data in history. */
const SAMPLE_DATA: ChangeOrigin = { door: 'system', by: { kind: 'system', name: 'sample data' } };

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const EDITOR = { username: 'editor', email: 'editor@rostra.local' };
const ADMIN = { firstname: 'Rostra', lastname: 'Admin', email: 'admin@rostra.local' };
const PANEL_EDITOR = { firstname: 'Rostra', lastname: 'Editor', email: 'editor@rostra.local' };

/**
 * Fills an empty database with what a newcomer needs: an editor of the API, an admin and an editor of the panel, sample data.
 * Records each completed step, so that the next start completes an interrupted one, and what somebody deletes stays deleted.
 * @returns the log-ins that this start created.
 */
export async function completeFirstStart(strapi: Strapi, settings: Settings): Promise<Partial<FirstLogIns>> {
  const created: Partial<FirstLogIns> = {};
  await runStep('editor', async () => {
    if (await lacksEditor(strapi))
      created.editor = await createEditor(strapi, storeLogIn(settings, 'editor', EDITOR.username, API));
  });
  // Not a recorded step: the last admin cannot be deleted, exports contain none, and without any the panel would offer its first
  // visitor to become one.
  if (await lacksAdmin(strapi)) {
    const role = await panelRoles().getSuperAdmin();
    created.admin = await createPanelUser(strapi, ADMIN, role, storeLogIn(settings, 'admin', ADMIN.email, PANEL));
  }
  await runStep('panel-editor', async () => {
    const role = await panelRoles().findOne({ code: ROLES.editor.code });
    if (!role || (await hasPanelUsers(strapi))) return;
    const logIn = storeLogIn(settings, 'panelEditor', PANEL_EDITOR.email, PANEL);
    created.panelEditor = await createPanelUser(strapi, PANEL_EDITOR, role, logIn);
  });
  if (settings.sampleData)
    await runStep('sample-data', () => withOrigin(SAMPLE_DATA, () => loadSampleData(strapi, settings)));
  return created;
}

/** Runs a step of the first start unless it is recorded as done. Exports carry the record together with the step's results. */
async function runStep(step: string, work: () => Promise<void>): Promise<void> {
  const key = `first-start-${step}`;
  if ((await pluginStore.get(key)) !== null) return;
  await work();
  await pluginStore.set(key, true);
}

/** The file with the log-ins of the first start; only its owner can read it. */
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

/** Whether the panel has accounts other than the first start's admin, which make a sample editor needless. */
async function hasPanelUsers(strapi: Strapi): Promise<boolean> {
  return (await strapi.db.query('admin::user').count({ where: { email: { $ne: ADMIN.email } } })) > 0;
}

/** Stores a log-in before its account is created, because an account with an unknown password would be useless. */
function storeLogIn(settings: Settings, name: keyof FirstLogIns, login: string, opens: string): FirstLogIn {
  const file = credentialsFile(settings);
  const stored = readPrivateJson<FirstLogIns>(file);
  const logIn = stored[name]?.login === login ? stored[name] : { for: opens, login, password: createPassword() };
  writePrivateJson(file, { ...stored, [name]: logIn });
  return logIn;
}

async function createEditor(strapi: Strapi, logIn: FirstLogIn): Promise<FirstLogIn> {
  const role = await strapi.db.query(ROLE).findOne({ where: { type: 'editor' }, select: ['id'] });
  const account = {
    ...EDITOR,
    password: logIn.password,
    role: role.id,
    provider: 'local',
    confirmed: true,
    blocked: false,
  };
  const { id } = await apiUsers().add(account);
  await noteFirst(strapi, USER, id);
  return logIn;
}

async function createPanelUser(
  strapi: Strapi,
  person: typeof ADMIN,
  role: { id: number },
  logIn: FirstLogIn,
): Promise<FirstLogIn> {
  const { password } = logIn;
  const account = { ...person, password, roles: [role.id], isActive: true, registrationToken: null };
  const { id } = await panelUsers().create(account);
  await noteFirst(strapi, 'admin::user', id);
  return logIn;
}

async function noteFirst(strapi: Strapi, uid: string, id: number): Promise<void> {
  const { password } = await strapi.db.query(uid).findOne({ where: { id }, select: ['password'] });
  await noteFirstPassword(password);
}

/** Strapi requires a capital letter, a small letter and a digit. */
function createPassword(): string {
  const password = randomBytes(15).toString('base64url');
  return [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(password)) ? password : createPassword();
}
