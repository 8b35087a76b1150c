import { CloudUpload } from '@strapi/icons';
import type { Feature } from '../../../panel/feature';
import { guardedPage } from '../../error-boundary/panel/boundary';
import texts from '../texts';
import { PERMISSIONS } from './permissions';

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
