import path from 'node:path';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { IMPORT_ACTION } from '../shared/content-import';
import { type ImportService, openImportService } from './import-service';
import { jobController } from './job-controller';
import { readController } from './read-controller';
import { undoController } from './undo-controller';
import { uploadController } from './upload-controller';

let service: ImportService | undefined;

/** Opens the service at the first request, because commands load Strapi as well and must not touch a service's imports. */
function getService(): ImportService {
  service ??= openImportService(strapi, {
    root: path.join(strapi.config.get('plugin::newsroom.dataDir') as string, 'imports'),
    program: path.join(strapi.dirs.dist.root, 'src', 'cli', 'import-worker.js'),
  });
  return service;
}

const route = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', to: string, handler: string) =>
  panelRoute(method, `/imports${to}`, `contentImport.${handler}`, IMPORT_ACTION);

/** The server side of the import page: uploads, plans, applying and undoing. */
export const contentImport: Feature = {
  destroy: () => service?.close(),

  actions: [{ uid: IMPORT_ACTION, label: { zh: '匯入資料', en: 'Import content' }, roles: ['editor'] }],

  routes: [
    route('GET', '', 'overview'),
    route('POST', '', 'create'),
    route('GET', '/options', 'options'),
    route('GET', '/batches/:batch/undo', 'previewUndo'),
    route('GET', '/batches/:batch/undo/:list', 'undoObstacles'),
    route('POST', '/batches/:batch/undo', 'undo'),
    route('GET', '/:id', 'one'),
    route('DELETE', '/:id', 'discard'),
    route('PUT', '/:id/files/:file', 'receive'),
    route('POST', '/:id/plan', 'plan'),
    route('POST', '/:id/apply', 'apply'),
    route('GET', '/:id/changes', 'changes'),
    route('GET', '/:id/edits', 'edits'),
    route('GET', '/:id/problems', 'problems'),
    route('GET', '/:id/obstacles', 'obstacles'),
  ],

  controllers: {
    contentImport: {
      ...readController(getService),
      ...jobController(getService),
      ...uploadController(getService),
      ...undoController(getService),
    },
  },
};
