import { type Feature, textsOf } from '../../../panel/feature';
import { addFieldType } from '../../../panel/strapi/form-fields';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { DayField } from './day-field';
import { DAY_FIELD, TIME_FIELD } from './kinds';
import { TimeField } from './time-field';

/** Form fields for days: the same day in every time zone, stored as imports store it. */
const dateFields: Feature = {
  texts: textsOf('date-fields', { en, zh }),
  register(app) {
    addFieldType(app, DAY_FIELD, DayField);
    addFieldType(app, TIME_FIELD, TimeField);
  },
};

export default dateFields;
