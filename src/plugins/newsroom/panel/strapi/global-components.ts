import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { ComponentType } from 'react';
import { withBoundary } from '../../features/error-boundary/panel/boundary';

/**
 * Adds a component to every page, the log-in page included. Strapi renders components with this prefix, an experimental API,
 * unless its flag `useLegacyMediaLibrary` is set. Checked with Strapi 5.54.0.
 */
export const addGlobalComponent = (app: StrapiApp, name: string, Component: ComponentType): void =>
  app.addComponents({ name: `future-global::newsroom-${name}`, Component: withBoundary(Component) });
