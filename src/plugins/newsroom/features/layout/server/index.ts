import type { Feature } from '../../../server/feature';
import { applyLayouts } from './apply';

/** Applies the labels, lists and forms declared in each content type's `panel.ts` to the content manager. */
export const layout: Feature = { bootstrap: applyLayouts };
