import type { FieldPanel } from '../../../shared/panel';

/** The kind of field that asks for a day. */
export const DAY_FIELD = 'newsroom-day';

/** The kind of field that asks for a day and a time of day. */
export const TIME_FIELD = 'newsroom-time';

/** The kind of field that a form shows for a point in time. */
export const dateKind = ({ hasTime }: FieldPanel): string => (hasTime ? TIME_FIELD : DAY_FIELD);
