import { InputRenderer } from '@strapi/admin/strapi-admin';
import { type ComponentProps, forwardRef } from 'react';
import { useIntl } from 'react-intl';

/** What a form hands to a field for a point in time. */
export interface DateFieldProps {
  name: string;
  label: string;
  hint?: string;
  labelAction?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
}

/** Strapi's own field for a day and a time of day, where the editor is, with its labels in the editor's language. */
export const TimeField = forwardRef<HTMLInputElement, DateFieldProps>(function TimeField(
  { name, label, hint, labelAction, required, disabled, placeholder },
  ref,
) {
  const { formatMessage } = useIntl();
  const labels = {
    dateLabel: formatMessage({ id: 'room.days.calendar' }),
    timeLabel: formatMessage({ id: 'room.days.time' }),
    calendarLabel: formatMessage({ id: 'room.days.calendar' }),
    monthSelectLabel: formatMessage({ id: 'room.days.month' }),
    yearSelectLabel: formatMessage({ id: 'room.days.year' }),
  };
  const props = { name, label, hint, labelAction, required, disabled, placeholder, ...labels, type: 'datetime', ref };
  return <InputRenderer {...(props as ComponentProps<typeof InputRenderer>)} />;
});
