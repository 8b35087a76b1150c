import type { Feature } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { followLinkedRecordForms } from '../../../panel/strapi/linked-record-forms';
import { LinkedRecord } from './linked-record';
import { SaveUnderWay } from './save-under-way';
import { followSavesUnderWay } from './saves-under-way';

/** Leaving a form asks where Strapi does not: while its save is under way, and while a linked record is open in a dialog. */
const leavingForms: Feature = {
  register(app) {
    followSavesUnderWay();
    addGlobalComponent(app, 'save-under-way', SaveUnderWay);
    addGlobalComponent(app, 'linked-record', LinkedRecord);
  },

  bootstrap: followLinkedRecordForms,
};

export default leavingForms;
