import type { Core } from '@strapi/strapi';
import type { PanelRole } from '../features/roles/server/roles';
import type { Label } from '../shared/label';

/** One thing that the plugin adds to the server. */
export interface Feature {
  /** Before Strapi has loaded its content. */
  register?(strapi: Core.Strapi): void | Promise<void>;
  /** Once everything is loaded. */
  bootstrap?(strapi: Core.Strapi): void | Promise<void>;
  /** When the service ends, or a command does. */
  destroy?(strapi: Core.Strapi): void | Promise<void>;
  /** What one may be allowed to do here, as the panel's roles page lists it: `import` is the action `plugin::newsroom.content-import`. */
  actions?: { uid: string; label: Label; roles: PanelRole[] }[];
  /** What requests from the panel reach, below `/newsroom`; the handlers are names in `controllers`. */
  routes?: Core.RouteInput[];
  controllers?: Record<string, Core.Controller>;
}
