import type { Core } from '@strapi/strapi';
import { withStartLock } from '../../../../rostra/server/src/store/prepare';
import { app, pluginStore } from '../../../../rostra/server/src/store/strapi';
import { features } from '../../../server/features';
import { contentPermissions, type Granted, impersonal, merge, noted, type Permission } from './permissions';
import { type PanelRole, ROLES, WITHHELD } from './roles';

/** Key of what the panel's roles have been given; without it they have not been made. */
const GRANTED = 'granted-panel-permissions';

type Marks = Record<PanelRole, Granted>;
type Row = { id: number; name: string };

/**
 * Makes the panel's roles, once, and gives each what it has never been given: new content types, fields and pages of a
 * later version. What an administrator has changed stays. Strapi must have made its own roles.
 */
export const ensurePanelRoles = (): Promise<void> =>
  withStartLock(async () => {
    const before = (await pluginStore.get(GRANTED)) as Marks | null;
    if (before === null) await makeRoles();
    const marks = { ...before } as Marks;
    for (const name of Object.keys(ROLES) as PanelRole[]) marks[name] = await grant(name, before?.[name] ?? {});
    if (JSON.stringify(marks) !== JSON.stringify(before)) await pluginStore.set(GRANTED, marks as never);
  });

/** Three roles: Strapi's Super Admin, its Editor under our name, a reviewer in the place of its Author. */
async function makeRoles(): Promise<void> {
  const roles = app().service('admin::role');
  const { editor, reviewer } = ROLES;
  const untouched: Row | null = await roles.findOne({ code: editor.code, name: 'Editor' });
  if (untouched) await roles.update({ id: untouched.id }, { name: editor.name, description: editor.description });
  const known = (await roles.findOne({ code: editor.code })) as Row | null;
  if (known) await withhold(known);
  else await make('editor');
  if (!(await roles.findOne({ code: reviewer.code }))) await make('reviewer');
  await removeAuthor();
}

async function make(name: PanelRole): Promise<void> {
  const { code, name: title, description } = ROLES[name];
  const roles = app().service('admin::role');
  const isTaken = await roles.exists({ name: title });
  await roles.create({ code, name: isTaken ? `${title} (Rostra)` : title, description });
}

/** Strapi gives its Editor every content type, and every field. */
async function withhold({ id }: Row): Promise<void> {
  const permissions: (Permission & { id: number })[] = await permissionsOf(id);
  const own = permissions
    .filter(({ subject }) => !(subject && WITHHELD.includes(subject)))
    .map((permission) => impersonal(app(), permission));
  await app().service('admin::role').assignPermissions(id, own.map(plain));
}

/** An author changes what they made themselves; what was imported nobody has made. */
async function removeAuthor(): Promise<void> {
  const author: Row | null = await app().service('admin::role').findOne({ code: 'strapi-author', name: 'Author' });
  if (author && (await app().service('admin::role').getUsersCount(author.id)) === 0)
    await app().service('admin::role').deleteByIds([author.id]);
}

/** Gives a role what it lacks and has never had; answers all that it has been given. A deleted role stays deleted. */
async function grant(name: PanelRole, granted: Granted): Promise<Granted> {
  const role: Row | null = await app().service('admin::role').findOne({ code: ROLES[name].code });
  if (!role) return granted;
  const wanted = wantedOf(app(), name);
  const has = await permissionsOf(role.id);
  const next = merge(has, wanted, granted);
  const isChanged = next.length !== has.length || next.some((permission, index) => permission !== has[index]);
  if (isChanged) await app().service('admin::role').assignPermissions(role.id, next.map(plain));
  return noted(granted, wanted);
}

function wantedOf(strapi: Core.Strapi, name: PanelRole): Permission[] {
  const own = features
    .flatMap(({ actions }) => actions ?? [])
    .filter(({ roles }) => roles.includes(name))
    .map(({ uid }) => `plugin::newsroom.${uid}`);
  const { content, elsewhere } = ROLES[name];
  return [
    ...contentPermissions(strapi, content, WITHHELD),
    ...[...elsewhere, ...own].map((action) => ({ action, subject: null, properties: {}, conditions: [] })),
  ];
}

const permissionsOf = (role: number): Promise<(Permission & { id: number })[]> =>
  app()
    .service('admin::permission')
    .findMany({ where: { role: { id: role } } });

const plain = ({ action, subject, properties, conditions, actionParameters }: Permission): Permission => ({
  action,
  subject: subject ?? null,
  properties: properties ?? {},
  conditions: conditions ?? [],
  actionParameters: actionParameters ?? {},
});
