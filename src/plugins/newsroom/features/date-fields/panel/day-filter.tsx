import { InputRenderer } from '@strapi/admin/strapi-admin';
import type { ComponentProps } from 'react';

/** Asks for the day of a filter. */
export const DayFilter = (props: ComponentProps<typeof InputRenderer>) => (
  <InputRenderer {...({ ...props, type: 'date' } as ComponentProps<typeof InputRenderer>)} />
);
