import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { Feature } from './feature';

/**
 * Adds features to the panel. If one fails, because an upgrade of Strapi removed what it hooks into, logs the error to
 * the console and goes on with the others.
 */
export function addFeatures(step: 'register' | 'bootstrap', app: StrapiApp, features: Feature[]): void {
  for (const feature of features) {
    try {
      feature[step]?.(app);
    } catch (error) {
      console.error('Could not add a feature of the newsroom plugin to the panel:', error);
    }
  }
}

/** Wraps a hook's callback, which runs while a form or list renders: if it throws, returns its argument unchanged. */
export const failSafe =
  <T>(change: (value: T) => T) =>
  (value: T): T => {
    try {
      return change(value);
    } catch (error) {
      console.error('A part of the newsroom plugin failed:', error);
      return value;
    }
  };
