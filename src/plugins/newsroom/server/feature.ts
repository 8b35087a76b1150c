import type { Core } from '@strapi/strapi';
import type { PanelRole } from '../features/roles/server/roles';
import type { Text } from '../shared/panel';

/** One addition to the server. */
export interface Feature {
  /** Runs before Strapi loads its content types. */
  register?(strapi: Core.Strapi): void | Promise<void>;
  /** Runs after everything is loaded. */
  bootstrap?(strapi: Core.Strapi): void | Promise<void>;
  /** Runs when the service or a command ends. */
  destroy?(strapi: Core.Strapi): void | Promise<void>;
  /** Permissions for the panel's roles page and the roles that get them: uid `content-import` is the action `plugin::newsroom.content-import`. */
  actions?: { uid: string; label: Text; roles: PanelRole[] }[];
  /** Routes for the panel, below `/newsroom`; handlers are names in `controllers`. */
  routes?: Core.RouteInput[];
  controllers?: Record<string, Core.Controller>;
}
