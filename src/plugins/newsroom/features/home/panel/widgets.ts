import { ChartPie, Check, Clock, Database, TrendUp } from '@strapi/icons';
import { profileWidget, type Widgets } from '../../../panel/strapi/widgets';
import { actionId } from '../../../shared/action-id';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { REPORT_ACTION } from '../shared/home';

const may = (subject: string) => ({ action: 'plugin::content-manager.explorer.read', subject });

const title = (id: string) => ({ id: `newsroom.home.${id}`, defaultMessage: id });

const newsroomWidgets = [
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
    link: { label: title('changes.link'), href: '/plugins/newsroom/changes' },
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
    permissions: [{ action: actionId(REPORT_ACTION) }],
    component: async () => (await import('./report')).ReportWidget,
  },
].map((widget) => ({
  ...widget,
  component: async () => withBoundary<object>(await widget.component()),
  pluginId: 'newsroom',
}));

/** The home page's widgets: ours, then Strapi's link to one's own settings; those for publishing and building content types go. */
export const arrangeWidgets = (widgets: Widgets): Widgets => [...newsroomWidgets, ...profileWidget(widgets)];
