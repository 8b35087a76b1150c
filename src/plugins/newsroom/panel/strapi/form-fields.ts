import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { ComponentType, ReactNode } from 'react';
import { withBoundary } from '../../features/error-boundary/panel/boundary';

/** What a form passes to each field. */
export interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  labelAction?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** Adds a type of field, which the hook `editLayout` gives to fields of forms. Checked with Strapi 5.54.0. */
export const addFieldType = <P extends object>(app: StrapiApp, type: string, Component: ComponentType<P>): void =>
  app.addFields({ type, Component: withBoundary(Component) as never });
