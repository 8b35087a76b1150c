import { CloudUpload } from '@strapi/icons';
import { type Feature, textsOf } from '../../../panel/feature';
import { lazyWithBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { PERMISSIONS } from './permissions';

/** The import page: shows what files would change, applies it, and undoes it. */
const contentImport: Feature = {
  texts: textsOf('content-import', { en, zh }),
  register(app) {
    app.addMenuLink({
      to: 'plugins/newsroom/import',
      icon: CloudUpload,
      intlLabel: { id: 'newsroom.content-import.title', defaultMessage: 'Import' },
      permissions: PERMISSIONS,
      // After Strapi's content manager (1).
      position: 1.8,
      Component: lazyWithBoundary(() => import('./page')),
    });
  },
};

export default contentImport;
