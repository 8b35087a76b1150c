import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { ChartPie, Check, Clock, Database, TrendUp } from '@strapi/icons';
import { withBoundary } from '../../error-boundary/panel/boundary';

type Widgets = Parameters<Extract<Parameters<StrapiApp['widgets']['register']>[0], (...args: never[]) => unknown>>[0];
type Widget = Widgets[number];

const may = (subject: string) => ({ action: 'plugin::content-manager.explorer.read', subject });

const title = (id: string) => ({ id: `newsroom.home.${id}`, defaultMessage: id });

const own = [
  {
    id: 'counts',
    icon: Database,
    title: title('counts'),
    link: { label: title('counts.link'), href: '/plugins/newsroom/desk' },
    component: async () => (await import('./counts')).Counts,
  },
  {
    id: 'changes',
    icon: Clock,
    title: title('changes'),
    component: async () => (await import('./recent-changes')).RecentChanges,
  },
  {
    id: 'bills',
    icon: ChartPie,
    title: title('bills'),
    permissions: [may('api::bill.bill'), may('api::legislative-step.legislative-step')],
    component: async () => (await import('./bills')).Bills,
  },
  {
    id: 'votes',
    icon: TrendUp,
    title: title('votes'),
    permissions: [may('api::vote.vote')],
    component: async () => (await import('./votes')).Votes,
  },
  {
    id: 'report',
    icon: Check,
    title: title('report'),
    permissions: [{ action: 'plugin::newsroom.report' }],
    component: async () => (await import('./report')).ReportWidget,
  },
].map((widget) => ({
  ...widget,
  component: async () => withBoundary<object>(await widget.component()),
  pluginId: 'newsroom',
})) as unknown as Widget[];

/** Strapi's widgets that stay on the page: the link to one's own settings. */
const STRAPI_WIDGETS = ['profile-info'];

/** The home page's widgets: ours, then the useful ones of Strapi; those for publishing and building content types go. */
export const arrangeWidgets = (widgets: Widgets): Widgets => [
  ...own,
  ...widgets.filter(({ id }) => STRAPI_WIDGETS.includes(id)),
];
