import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { changeController } from './change-controller';
import { recordController } from './record-controller';
import { restoreController } from './restore-controller';

const route = (method: 'GET' | 'POST', path: string, handler: string) =>
  panelRoute(method, `/history${path}`, `history.${handler}`);

/** Who changed what, what was deleted, and how to take it back: for those who may read the records. */
export const history: Feature = {
  routes: [
    route('GET', '/options', 'options'),
    route('GET', '/changes', 'changes'),
    route('GET', '/records', 'records'),
    route('GET', '/deleted', 'deleted'),
    route('GET', '/requests/:request', 'request'),
    route('POST', '/restore', 'restore'),
    route('GET', '/records/:uid/:record', 'record'),
    route('GET', '/records/:uid/:record/:change', 'compare'),
  ],
  controllers: { history: { ...recordController, ...changeController, ...restoreController } },
};
