import type { Feature } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { SaveUnderWay } from './save-under-way';
import { followSavesUnderWay } from './saves-under-way';

/** Leaving a form asks while its save is under way, too: Strapi asks only before and after. */
const savesUnderWay: Feature = {
  register(app) {
    followSavesUnderWay();
    addGlobalComponent(app, 'save-under-way', SaveUnderWay);
  },
};

export default savesUnderWay;
