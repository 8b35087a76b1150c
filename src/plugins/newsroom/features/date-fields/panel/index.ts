import { type Feature, textsOf } from '../../../panel/feature';
import { withBoundary } from '../../error-boundary/panel/boundary';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { DayField } from './day-field';
import { DAY_FIELD, TIME_FIELD } from './kinds';
import { TimeField } from './time-field';

/** Form fields for days: the same day in every time zone, stored as imports store it. */
const days: Feature = {
  texts: textsOf('date-fields', { en, zh }),
  register(app) {
    app.addFields({ type: DAY_FIELD, Component: withBoundary(DayField) as never });
    app.addFields({ type: TIME_FIELD, Component: withBoundary(TimeField) as never });
  },
};

export default days;
