import type { Core } from '@strapi/strapi';
import { jobController } from './job-controller';
import { readController } from './read-controller';
import type { GetService } from './request';
import { undoController } from './undo-controller';
import { uploadController } from './upload-controller';

/** The handlers of the import page's routes. */
export const importController = (getService: GetService): Core.Controller => ({
  ...readController(getService),
  ...jobController(getService),
  ...uploadController(getService),
  ...undoController(getService),
});
