import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { settings as marks } from '../plugins/rostra/server/src/store/strapi';
import { readPrivateJson, writePrivateJson } from './private-files';
import { loadSampleData } from './sample-data';
import type { Settings } from './settings';
import type { Strapi } from './strapi';

/** A log-in made on first start, to be shown once. */
export interface Credential {
  login: string;
  password: string;
}

export interface Credentials {
  editor: Credential;
  admin: Credential;
}

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const EDITOR = { username: 'editor', email: 'editor@rostra.local' };
const ADMIN = { firstname: 'Rostra', lastname: 'Admin', email: 'admin@rostra.local' };

/**
 * Gives an empty database what a newcomer needs: an editor, an admin of the panel, sample data. A step is marked when it
 * is done: a first start that was cut off is completed by the next one, and what somebody deletes stays deleted.
 * @returns the log-ins that were made now.
 */
export async function completeFirstStart(strapi: Strapi, settings: Settings): Promise<Partial<Credentials>> {
  const made: Partial<Credentials> = {};
  await once('editor', async () => {
    if (await lacksEditor(strapi))
      made.editor = await makeEditor(strapi, keepCredential(settings, 'editor', EDITOR.username));
  });
  // No mark: the last admin cannot be deleted, an export holds none, and a panel without any is open to its first visitor.
  if (await lacksAdmin(strapi)) made.admin = await makeAdmin(strapi, keepCredential(settings, 'admin', ADMIN.email));
  if (settings.sampleData) await once('sample-data', () => loadSampleData(strapi, settings));
  return made;
}

/** Does a step of the first start unless it has been done; the mark travels with an export, as what was made does. */
async function once(step: string, work: () => Promise<void>): Promise<void> {
  const key = `first-start-${step}`;
  if ((await marks.get(key)) !== null) return;
  await work();
  await marks.set(key, true);
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

/** The password is kept before the account is made: an account without a known password would be of no use. */
function keepCredential(settings: Settings, name: keyof Credentials, login: string): Credential {
  const file = credentialsFile(settings);
  const kept = readPrivateJson<Credentials>(file);
  const credential = kept[name]?.login === login ? kept[name] : { login, password: makePassword() };
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
  await strapi.plugin('users-permissions').service('user').add(account);
  return credential;
}

async function makeAdmin(strapi: Strapi, credential: Credential): Promise<Credential> {
  const role = await strapi.service('admin::role').getSuperAdmin();
  const account = {
    ...ADMIN,
    password: credential.password,
    roles: [role.id],
    isActive: true,
    registrationToken: null,
  };
  await strapi.service('admin::user').create(account);
  return credential;
}

/** Strapi asks for a capital, a small letter and a digit. */
function makePassword(): string {
  const password = randomBytes(15).toString('base64url');
  return [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(password)) ? password : makePassword();
}
