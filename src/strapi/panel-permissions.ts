import { app } from '../plugins/rostra/server/src/store/strapi';
import { serviceOf } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/** A permission of a role of the panel, as Strapi stores it. */
export interface Permission {
  action: string;
  subject?: string | null;
  properties?: { fields?: string[] };
  conditions?: string[];
  actionParameters?: Record<string, unknown>;
}

/** An action for the panel's roles page; its id becomes `plugin::<pluginName>.<uid>`. */
interface NewAction {
  section: 'plugins';
  pluginName: string;
  uid: string;
  displayName: string;
}

interface Action {
  actionId: string;
  subjects?: string[];
}

interface Actions {
  registerMany(actions: NewAction[]): Promise<unknown>;
  delete(id: string): Promise<unknown>;
  get(id: string): Action | undefined;
  values(): Action[];
}

interface ContentTypes {
  getPermissionsWithNestedFields(actions: Action[], options: { restrictedSubjects: string[] }): Permission[];
}

/** The actions that roles of the panel can have. Checked with Strapi 5.54.0. @throws StartError */
function panelActions(): Actions {
  const { actionProvider } = (app().service('admin::permission') ?? {}) as { actionProvider?: Actions };
  const isThere = (['registerMany', 'delete', 'get', 'values'] as const).every(
    (name) => typeof actionProvider?.[name] === 'function',
  );
  assertStrapiHas(actionProvider && isThere, 'registry of the actions of panel roles');
  return actionProvider;
}

/** Adds actions to the panel's roles page. Call it while Strapi bootstraps. @throws StartError */
export const registerPanelActions = (actions: NewAction[]): Promise<unknown> => panelActions().registerMany(actions);

/** Removes an action from the panel's roles page, and with it what requires it. @throws StartError when there is none. */
export async function removePanelAction(id: string): Promise<void> {
  assertStrapiHas(panelActions().get(id), `action "${id}" of panel roles`);
  await panelActions().delete(id);
}

/**
 * Lists the permissions for all fields of content types, fields of components included. Checked with Strapi 5.54.0.
 * @throws StartError when an action is not registered.
 */
export function permissionsWithAllFields(actions: string[], isIncluded: (uid: string) => boolean): Permission[] {
  const registered = actions.map((id) => {
    const action = panelActions().get(id);
    assertStrapiHas(action, `action "${id}" of panel roles`);
    return action;
  });
  const restrictedSubjects = Object.keys(app().contentTypes).filter((uid) => !isIncluded(uid));
  return serviceOf<ContentTypes>('admin::content-type', [
    'getPermissionsWithNestedFields',
  ]).getPermissionsWithNestedFields(registered, { restrictedSubjects });
}
