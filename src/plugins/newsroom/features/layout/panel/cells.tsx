import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { languageOf } from '../../../panel/language';
import type { FieldPanel } from '../../../shared/panel';

/** A value of an enumeration, by its label. */
export const ValueCell = (props: { value: unknown; values: NonNullable<FieldPanel['values']> }): ReactNode => (
  <ValueText {...props} />
);

/** A public identifier, without thousands separators. */
export const PublicIdCell = ({ value }: { value: unknown }): ReactNode => (
  <Cell>{isMissing(value) ? '-' : String(value)}</Cell>
);

/** A day, the same in every time zone; a time of day is shown if the field has one or the value is not a whole day. */
export const DateCell = ({ value, hasTime = false }: { value: unknown; hasTime?: boolean | undefined }): ReactNode => {
  if (isMissing(value)) return <Cell>-</Cell>;
  const ms = new Date(String(value)).getTime();
  return (
    <Cell>
      {isDay(ms) && !hasTime ? (
        <FormattedDate value={dayOf(ms) * DAY} dateStyle="medium" timeZone="UTC" />
      ) : (
        <FormattedDate value={ms} dateStyle="medium" timeStyle="short" />
      )}
    </Cell>
  );
};

function ValueText({ value, values }: { value: unknown; values: NonNullable<FieldPanel['values']> }) {
  const { locale } = useIntl();
  const label = values[String(value)];
  return <Cell>{isMissing(value) ? '-' : (label?.[languageOf(locale)] ?? String(value))}</Cell>;
}

const Cell = ({ children }: { children: ReactNode }) => (
  <Typography textColor="neutral800" ellipsis maxWidth="30rem">
    {children}
  </Typography>
);

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';
