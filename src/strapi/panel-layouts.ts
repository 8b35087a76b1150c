import { serviceOf } from './actions';

/** The content manager's configuration of one content type or component. */
export interface Configuration {
  settings: Record<string, unknown>;
  metadatas: Record<string, Record<string, Record<string, unknown>>>;
  layouts: { list?: string[]; edit?: LayoutRow[] };
}

export type LayoutRow = { name: string; size: number }[];

interface Configurations {
  findConfiguration(model: { uid: string }): Promise<Configuration>;
  updateConfiguration(model: { uid: string }, configuration: Configuration): Promise<unknown>;
}

/**
 * The content manager's stored configurations of content types or components. Checked with Strapi 5.54.0.
 * @throws StartError when the service lacks a function.
 */
export const panelLayouts = (kind: 'content-types' | 'components'): Configurations =>
  serviceOf(`plugin::content-manager.${kind}`, ['findConfiguration', 'updateConfiguration']);
