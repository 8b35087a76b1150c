import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { ComponentType, ReactNode } from 'react';
import { assertPanelHas } from './assert-panel-has';

/** What the content manager passes to a side panel. */
export interface SidePanelProps {
  model: string;
  /** Undefined for a record that is not saved yet. */
  documentId?: string;
  document?: { updatedAt?: string };
}

type SidePanel = (props: SidePanelProps) => { title: string; content: ReactNode } | null;

/** The places for components that we use. */
type Place = 'editView.right-links' | 'listView.actions';

interface ContentManager {
  apis?: { addEditViewSidePanel?(panels: SidePanel[]): void };
  injectionZones?: Record<string, Record<string, unknown[]>>;
  injectComponent?(page: string, place: string, component: { name: string; Component: ComponentType }): void;
}

const contentManager = (app: StrapiApp) => app.getPlugin('content-manager') as object as ContentManager;

/** Adds a panel to the forms of all records. Checked with Strapi 5.54.0. @throws Error when forms have no side panels. */
export function addSidePanel(app: StrapiApp, panel: SidePanel): void {
  const { apis } = contentManager(app);
  assertPanelHas(apis?.addEditViewSidePanel, 'side panels of forms');
  apis.addEditViewSidePanel([panel]);
}

/** Adds a component to all forms or lists. Checked with Strapi 5.54.0. @throws Error when there is no such place. */
export function injectComponent(app: StrapiApp, place: Place, name: string, Component: ComponentType): void {
  const manager = contentManager(app);
  const [page = '', zone = ''] = place.split('.');
  assertPanelHas(manager.injectComponent && manager.injectionZones?.[page]?.[zone], `place ${place} for components`);
  manager.injectComponent(page, zone, { name: `newsroom-${name}`, Component });
}
