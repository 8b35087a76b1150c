import type { Core } from '@strapi/strapi';
import type { Permission } from '../../../../../strapi/panel-permissions';
import { type PanelRoleRow, panelRoles, permissionsOfRole } from '../../../../../strapi/panel-roles';
import { permissionFacts } from '../../../../../strapi/settled-starts';
import { withStartLock } from '../../../../rostra/server/src/store/prepare';
import { isSettled } from '../../../../rostra/server/src/store/settled';
import { app, pluginStore } from '../../../../rostra/server/src/store/strapi';
import { features } from '../../../server/features';
import { actionId } from '../../../shared/action-id';
import { addGrants, contentPermissions, type Granted, merge, withoutPersonalFields } from './permissions';
import { type PanelRole, ROLES, WITHHELD } from './roles';

/** Settings key of what the panel's roles were granted so far; absent until the roles exist. */
const GRANTED = 'granted-panel-permissions';

type GrantsByRole = Record<PanelRole, Granted>;

/**
 * Creates the panel's roles once, and grants each what it was never granted before: the content types, fields and pages
 * that a new version adds. Changes by an administrator stay. Strapi must have created its own roles before.
 */
export const ensurePanelRoles = (): Promise<void> =>
  withStartLock(async () => {
    if (await isSettled('panel roles', { rows: 'permissions', facts: permissionFacts() })) return;
    const before = (await pluginStore.get(GRANTED)) as GrantsByRole | null;
    if (before === null) await createRoles();
    const grants = { ...before } as GrantsByRole;
    for (const name of Object.keys(ROLES) as PanelRole[]) grants[name] = await grant(name, before?.[name] ?? {});
    if (JSON.stringify(grants) !== JSON.stringify(before)) await pluginStore.set(GRANTED, grants as never);
  });

/** Sets up three roles: Strapi's Super Admin, its Editor under our name, and a reviewer in place of its Author. */
async function createRoles(): Promise<void> {
  const roles = panelRoles();
  const { editor, reviewer } = ROLES;
  const untouched = await roles.findOne({ code: editor.code, name: 'Editor' });
  if (untouched) await roles.update({ id: untouched.id }, { name: editor.name, description: editor.description });
  const role = await roles.findOne({ code: editor.code });
  if (role) await withhold(role);
  else await create('editor');
  if (!(await roles.findOne({ code: reviewer.code }))) await create('reviewer');
  await removeAuthor();
}

async function create(name: PanelRole): Promise<void> {
  const { code, name: title, description } = ROLES[name];
  const roles = panelRoles();
  const isTaken = await roles.exists({ name: title });
  await roles.create({ code, name: isTaken ? `${title} (Rostra)` : title, description });
}

/** Takes withheld content types and personal fields from a role: Strapi grants its Editor everything. */
async function withhold({ id }: PanelRoleRow): Promise<void> {
  const permissions = await permissionsOfRole(id);
  const allowed = permissions
    .filter(({ subject }) => !(subject && WITHHELD.includes(subject)))
    .map((permission) => withoutPersonalFields(app(), permission));
  await panelRoles().assignPermissions(id, allowed.map(inputOf));
}

/** Removes Strapi's Author role if nobody has it: it covers only records that the author created, and imports have no author. */
async function removeAuthor(): Promise<void> {
  const author = await panelRoles().findOne({ code: 'strapi-author', name: 'Author' });
  if (author && (await panelRoles().getUsersCount(author.id)) === 0) await panelRoles().deleteByIds([author.id]);
}

/** Grants a role what it was never granted before. Returns everything granted so far. A deleted role stays deleted. */
async function grant(name: PanelRole, granted: Granted): Promise<Granted> {
  const role = await panelRoles().findOne({ code: ROLES[name].code });
  if (!role) return granted;
  const defaults = defaultPermissions(app(), name);
  const current = await permissionsOfRole(role.id);
  const next = merge(current, defaults, granted);
  const isChanged = next.length !== current.length || next.some((permission, index) => permission !== current[index]);
  if (isChanged) await panelRoles().assignPermissions(role.id, next.map(inputOf));
  return addGrants(granted, defaults);
}

function defaultPermissions(strapi: Core.Strapi, name: PanelRole): Permission[] {
  const own = features
    .flatMap(({ actions }) => actions ?? [])
    .filter(({ roles }) => roles.includes(name))
    .map(({ uid }) => actionId(uid));
  const { contentActions, otherActions } = ROLES[name];
  return [
    ...contentPermissions(strapi, contentActions, WITHHELD),
    ...[...otherActions, ...own].map((action) => ({ action, subject: null, properties: {}, conditions: [] })),
  ];
}

const inputOf = ({ action, subject, properties, conditions, actionParameters }: Permission): Permission => ({
  action,
  subject: subject ?? null,
  properties: properties ?? {},
  conditions: conditions ?? [],
  actionParameters: actionParameters ?? {},
});
