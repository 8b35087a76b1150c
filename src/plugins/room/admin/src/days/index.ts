import { guarded } from '../boundary/boundary';
import type { Feature } from '../feature';
import { DayField } from './day-field';
import { DAY_FIELD, TIME_FIELD } from './kinds';
import texts from './texts';
import { TimeField } from './time-field';

/** Days in forms: the same wherever the editor is, and stored as an import stores them. */
const days: Feature = {
  texts,
  register(app) {
    app.addFields({ type: DAY_FIELD, Component: guarded(DayField) as never });
    app.addFields({ type: TIME_FIELD, Component: guarded(TimeField) as never });
  },
};

export default days;
