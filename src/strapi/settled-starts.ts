import { type AlignedRows, isSettled } from '../plugins/rostra/server/src/store/settled';
import { serviceOf } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/** A registry of Strapi's permissions. */
interface Provider {
  keys(): string[];
}

interface PermissionService {
  cleanPermissionsInDatabase(): Promise<unknown>;
  actionProvider: Provider;
  conditionProvider: Provider;
}

/**
 * Lets a start omit what Strapi aligns at every one: its stored configuration of each content type and component, the permissions
 * of the Super Admin, and permissions for what no longer exists. Call it while Strapi registers. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi aligns them in another way
 */
export function omitSettledSteps(): void {
  for (const uid of ['plugin::content-manager.components', 'plugin::content-manager.content-types'])
    omit(uid, 'syncConfigurations', 'configurations');
  omit('admin::role', 'resetSuperAdminPermissions', 'permissions', permissionFacts);
  omit('admin::permission', 'cleanPermissionsInDatabase', 'permissions', permissionFacts);
}

/** Lets a function of a service do nothing at settled starts; Strapi calls each once, while it bootstraps. */
function omit<Name extends string>(uid: string, name: Name, rows: AlignedRows, facts = (): string[] => []): void {
  const service = serviceOf<Record<Name, () => Promise<unknown>>>(uid, [name]);
  const align = service[name];
  Object.assign(service, {
    [name]: async () =>
      (await isSettled(`${uid}.${name}`, { rows, facts: facts() })) ? undefined : align.call(service),
  });
}

/** The actions and conditions that this process has registered; they depend on settings, too. */
export function permissionFacts(): string[] {
  const { actionProvider, conditionProvider } = serviceOf<PermissionService>('admin::permission', [
    'cleanPermissionsInDatabase',
  ]);
  return [actionProvider, conditionProvider].flatMap((provider) => {
    assertStrapiHas(typeof provider?.keys === 'function', 'registries of actions and conditions');
    return provider.keys();
  });
}
