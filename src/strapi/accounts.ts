import { serviceOf } from './actions';

interface PanelUsers {
  create(values: object): Promise<{ id: number }>;
  updateById(id: number, values: object): Promise<unknown>;
}

interface ApiUsers {
  add(values: object): Promise<{ id: number }>;
  edit(id: number, values: object): Promise<unknown>;
}

/** Strapi's service of the panel's accounts. Checked with Strapi 5.54.0. @throws StartError when it lacks a function. */
export const panelUsers = (): PanelUsers => serviceOf('admin::user', ['create', 'updateById']);

/** The users-permissions plugin's service of the API's accounts. Checked with Strapi 5.54.0. @throws StartError when it lacks a function. */
export const apiUsers = (): ApiUsers => serviceOf('plugin::users-permissions.user', ['add', 'edit']);
