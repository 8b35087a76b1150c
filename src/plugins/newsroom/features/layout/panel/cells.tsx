import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { DAY, dayOf, isDay } from '../../../../../common/time';
import { languageOf } from '../../../panel/language';
import type { FieldPanel } from '../../../shared/panel';

/** A value that has words of its own. */
export const ValueCell = (props: { value: unknown; values: NonNullable<FieldPanel['values']> }): ReactNode => (
  <ValueText {...props} />
);

/** A public identifier: digits without separators. */
export const PublicIdCell = ({ value }: { value: unknown }): ReactNode => (
  <Cell>{isMissing(value) ? '-' : String(value)}</Cell>
);

/** A day, the same wherever the editor is; a point in time that is none, or of a field that has time, with its time. */
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
  const words = values[String(value)];
  return <Cell>{isMissing(value) ? '-' : (words?.[languageOf(locale)] ?? String(value))}</Cell>;
}

const Cell = ({ children }: { children: ReactNode }) => (
  <Typography textColor="neutral800" ellipsis maxWidth="30rem">
    {children}
  </Typography>
);

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';
