import { InputRenderer } from '@strapi/admin/strapi-admin';
import { type ComponentProps, forwardRef } from 'react';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../../../panel/strapi/form-fields';

export type DateFieldProps = FieldProps & { placeholder?: string };

/** Strapi's own field for a date and a time in the editor's time zone, with labels in the editor's language. */
export const TimeField = forwardRef<HTMLInputElement, DateFieldProps>(function TimeField(
  { name, label, hint, labelAction, required, disabled, placeholder },
  ref,
) {
  const { formatMessage } = useIntl();
  const labels = {
    dateLabel: formatMessage({ id: 'newsroom.date-fields.calendar' }),
    timeLabel: formatMessage({ id: 'newsroom.date-fields.time' }),
    calendarLabel: formatMessage({ id: 'newsroom.date-fields.calendar' }),
    monthSelectLabel: formatMessage({ id: 'newsroom.date-fields.month' }),
    yearSelectLabel: formatMessage({ id: 'newsroom.date-fields.year' }),
  };
  const props = { name, label, hint, labelAction, required, disabled, placeholder, ...labels, type: 'datetime', ref };
  return <InputRenderer {...(props as ComponentProps<typeof InputRenderer>)} />;
});
