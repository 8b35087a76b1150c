import { CloudUpload } from '@strapi/icons';
import { guardedPage } from '../boundary/boundary';
import type { Feature } from '../feature';
import { PERMISSIONS } from './permissions';
import texts from './texts';

/** The page on which files become content: a plan is seen, applied, and taken back. */
const contentImport: Feature = {
  texts,
  register(app) {
    app.addMenuLink({
      to: 'plugins/room/import',
      icon: CloudUpload,
      intlLabel: { id: 'room.import.title', defaultMessage: 'Import' },
      permissions: PERMISSIONS,
      // After Strapi's content manager (1).
      position: 1.8,
      Component: guardedPage(() => import('./page')),
    });
  },
};

export default contentImport;
