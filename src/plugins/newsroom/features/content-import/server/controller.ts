import type { Core } from '@strapi/strapi';
import type { DeskOf } from './asked';
import { receiving } from './receiving';
import { undoing } from './undoing';
import { watching } from './watching';
import { working } from './working';

/** What the import page asks. */
export const importController = (deskOf: DeskOf): Core.Controller => ({
  ...watching(deskOf),
  ...working(deskOf),
  ...receiving(deskOf),
  ...undoing(deskOf),
});
