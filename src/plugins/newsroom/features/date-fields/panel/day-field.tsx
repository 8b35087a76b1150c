import { InputRenderer, useField, useFocusInputField } from '@strapi/admin/strapi-admin';
import { DatePicker, Field, useComposedRefs } from '@strapi/design-system';
import { type ComponentProps, forwardRef, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { type DateFieldProps, TimeField } from './time-field';

const LAST_DAY = new Date(2099, 11, 31);

/** Edits a day, stored as midnight UTC. Shows a timestamp with a time of day in a `TimeField`, which keeps that time. */
export const DayField = forwardRef<HTMLInputElement, DateFieldProps>(function DayField(props, ref) {
  const { value } = useField<string | null>(props.name);
  const ms = value ? new Date(value).getTime() : undefined;
  if (ms !== undefined && !isDay(ms)) return <TimeField {...props} ref={ref} />;
  return <DayInput {...props} ref={ref} day={ms === undefined ? undefined : dayOf(ms) * DAY} />;
});

type DayInputProps = DateFieldProps & { day: number | undefined };

/** Wraps Strapi's picker, which takes a day as midnight UTC and returns it as midnight in the browser's time zone. */
const DayInput = forwardRef<HTMLInputElement, DayInputProps>(function DayInput(
  { name, label, hint, labelAction, required, disabled, placeholder, day },
  ref,
) {
  const { formatMessage } = useIntl();
  const { error, onChange } = useField(name);
  // A new Date object, even of the same day, would discard what is being typed.
  const value = useMemo(() => (day === undefined ? undefined : new Date(day)), [day]);
  const text = (id: string) => formatMessage({ id: `newsroom.date-fields.${id}` });
  const write = (picked: Date | undefined) => {
    const ms = picked && Date.UTC(picked.getFullYear(), picked.getMonth(), picked.getDate());
    // Leaving the field reports the same day again: keep a stored midnight in Taiwan unchanged.
    if (ms !== day) onChange(name, ms === undefined ? null : new Date(ms).toISOString());
  };
  return (
    <Field.Root name={name} error={error} hint={hint} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <DatePicker
        ref={useComposedRefs(ref, useFocusInputField<HTMLInputElement>(name))}
        value={value}
        maxDate={LAST_DAY}
        disabled={disabled}
        placeholder={placeholder || undefined}
        onChange={write}
        onClear={() => onChange(name, null)}
        clearLabel={text('clear')}
        calendarLabel={text('calendar')}
        monthSelectLabel={text('month')}
        yearSelectLabel={text('year')}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
});

/** The input for a day in a list's filter. */
export const DayFilter = (props: ComponentProps<typeof InputRenderer>) => (
  <InputRenderer {...({ ...props, type: 'date' } as ComponentProps<typeof InputRenderer>)} />
);
