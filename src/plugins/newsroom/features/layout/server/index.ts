import type { Feature } from '../../../server/feature';
import { applyLayouts } from './apply';

/** Labels, lists and forms of the content manager, as declared in `panel.ts` beside each content type. */
export const layout: Feature = { bootstrap: applyLayouts };
