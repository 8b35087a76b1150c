import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import type { FieldPanel } from '../../../shared/panel';
import { languageOf } from './language';

const MS_A_DAY = 86_400_000;

/** A value that has words of its own. */
export const ValueCell = (props: { value: unknown; values: NonNullable<FieldPanel['values']> }): ReactNode => (
  <ValueText {...props} />
);

/** A public identifier: digits without separators. */
export const NumberCell = ({ value }: { value: unknown }): ReactNode => (
  <Cell>{isMissing(value) ? '-' : String(value)}</Cell>
);

/** A point in time; a day alone is kept as midnight in UTC and shown as that day wherever the editor is. */
export const DateCell = ({ value }: { value: unknown }): ReactNode => {
  if (isMissing(value)) return <Cell>-</Cell>;
  const date = new Date(String(value));
  const isDay = date.getTime() % MS_A_DAY === 0;
  return (
    <Cell>
      <FormattedDate value={date} dateStyle="medium" {...(isDay ? { timeZone: 'UTC' } : { timeStyle: 'short' })} />
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
