import { CloudUpload } from '@strapi/icons';
import { type Feature, textsOf } from '../../../panel/feature';
import { permissionFor } from '../../../panel/permissions';
import { lazyWithBoundary } from '../../error-boundary/panel/boundary';
import { IMPORT_ACTION } from '../shared/content-import';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** The import page: shows what files would change, applies it, and undoes it. */
const contentImport: Feature = {
  texts: textsOf('content-import', { en, zh }),
  register(app) {
    app.addMenuLink({
      to: 'plugins/newsroom/import',
      icon: CloudUpload,
      intlLabel: { id: 'newsroom.content-import.title', defaultMessage: 'Import' },
      permissions: [permissionFor(IMPORT_ACTION)],
      // After Strapi's content manager (1).
      position: 1.8,
      Component: lazyWithBoundary(() => import('./page')),
    });
  },
};

export default contentImport;
