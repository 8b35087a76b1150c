import type { Core } from '@strapi/strapi';
import { working } from './job-controller';
import { watching } from './read-controller';
import type { DeskOf } from './request';
import { undoing } from './undo-controller';
import { receiving } from './upload-controller';

/** What the import page asks. */
export const importController = (deskOf: DeskOf): Core.Controller => ({
  ...watching(deskOf),
  ...working(deskOf),
  ...receiving(deskOf),
  ...undoing(deskOf),
});
