import type { FieldPanel } from '../../../shared/panel';

/** Field type for a day. */
export const DAY_FIELD = 'newsroom-day';

/** Field type for a day and a time of day. */
export const TIME_FIELD = 'newsroom-time';

/** Returns the field type that forms use for a point in time. */
export const dateKind = ({ hasTime }: FieldPanel): string => (hasTime ? TIME_FIELD : DAY_FIELD);
