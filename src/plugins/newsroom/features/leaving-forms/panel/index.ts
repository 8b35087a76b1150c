import type { Feature } from '../../../panel/feature';
import { addGlobalComponent } from '../../../panel/strapi/global-components';
import { followLinkedRecordForms } from '../../../panel/strapi/linked-record-forms';
import { LinkedRecord } from './linked-record';
import { SaveUnderWay } from './save-under-way';
import { followSavesUnderWay } from './saves-under-way';

/** The id of Strapi's question before a form is left, which says that everything is lost. Checked with Strapi 5.54.0. */
const QUESTION = 'global.prompt.unsaved';

/** Leaving a form asks where Strapi does not: while its save is under way, and while a linked record is open in a dialog. */
const leavingForms: Feature = {
  // Also where a form is left before its draft is known to be kept.
  texts: {
    en: { [QUESTION]: 'This page has unsaved changes. What is not kept as a draft is lost. Do you want to leave it?' },
    zh: { [QUESTION]: '這一頁有還沒儲存的修改，沒有留成草稿的會消失。要離開嗎？' },
  },

  register(app) {
    followSavesUnderWay();
    addGlobalComponent(app, 'save-under-way', SaveUnderWay);
    addGlobalComponent(app, 'linked-record', LinkedRecord);
  },

  bootstrap: followLinkedRecordForms,
};

export default leavingForms;
