import type { StrapiApp } from '@strapi/admin/strapi-admin';

/** A request of Strapi's own pages that the service refused. */
export interface Rejection {
  /** The name of the request in Strapi's store, such as `deleteDocument`. */
  endpoint: string;
  /** What the request was called with. */
  args?: unknown;
  status?: number;
  message?: string;
  details?: unknown;
}

interface RejectedAction {
  type?: unknown;
  meta?: { arg?: { endpointName?: string; originalArgs?: unknown } };
  payload?: Partial<Rejection> | string | null;
}

/**
 * Adds a redux middleware that sees each refused request before the panel shows it. A text that `watch` returns replaces the
 * message. All requests of Strapi's pages pass through its store; those of our components do not. Checked with Strapi 5.54.0.
 */
export function watchRejections(app: StrapiApp, watch: (rejection: Rejection) => string | undefined): void {
  const middleware = () => (next: (action: unknown) => unknown) => (action: unknown) => {
    const { type, meta, payload } = action as RejectedAction;
    if (typeof type === 'string' && type.endsWith('/rejected') && typeof payload === 'object' && payload) {
      const { endpointName = '', originalArgs } = meta?.arg ?? {};
      const message = watch({ ...payload, endpoint: endpointName, args: originalArgs });
      if (message !== undefined) payload.message = message;
    }
    return next(action);
  };
  app.addMiddlewares([(() => middleware) as never]);
}
