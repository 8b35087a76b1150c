import { InputRenderer } from '@strapi/admin/strapi-admin';
import type { ComponentProps } from 'react';

/** The input for a day in a list's filter. */
export const DayFilter = (props: ComponentProps<typeof InputRenderer>) => (
  <InputRenderer {...({ ...props, type: 'date' } as ComponentProps<typeof InputRenderer>)} />
);
