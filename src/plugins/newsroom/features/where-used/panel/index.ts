import { type Feature, textsOf } from '../../../panel/feature';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { WhereUsedPanel } from './panel';
import { ReferenceFilter } from './reference-filter';
import { RefusalDialog } from './refusal-dialog';
import { watchRefusals } from './refusals';

interface ContentManager {
  apis: { addEditViewSidePanel(panels: unknown[]): void };
  injectComponent(page: string, place: string, component: { name: string; Component: React.ComponentType }): void;
}

/** Shows what refers to a record, beside its form and when a delete is refused. */
const whereUsed: Feature = {
  texts: textsOf('where-used', { en, zh }),
  register(app) {
    app.addMiddlewares([watchRefusals as never]);
  },

  bootstrap(app) {
    const manager = app.getPlugin('content-manager') as unknown as ContentManager;
    manager.apis.addEditViewSidePanel([WhereUsedPanel]);
    const dialog = { name: 'newsroom-refusal', Component: withBoundary(RefusalDialog) };
    manager.injectComponent('editView', 'right-links', dialog);
    manager.injectComponent('listView', 'actions', dialog);
    manager.injectComponent('listView', 'actions', {
      name: 'newsroom-reference-filter',
      Component: withBoundary(ReferenceFilter),
    });
  },
};

export default whereUsed;
