import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { Feature } from './feature';

/**
 * Adds a feature to the panel. One that finds its place in Strapi gone, after an upgrade, is missing and says so in the
 * console; everything else works.
 */
export function addFeatures(step: 'register' | 'bootstrap', app: StrapiApp, features: Feature[]): void {
  for (const feature of features) {
    try {
      feature[step]?.(app);
    } catch (error) {
      console.error('A part of the newsroom plugin could not be added to the panel:', error);
    }
  }
}

/** A hook's callback that answers what it was given where it fails: it runs while a form or a list is drawn. */
export const failSafe =
  <T>(change: (given: T) => T) =>
  (given: T): T => {
    try {
      return change(given);
    } catch (error) {
      console.error('A part of the newsroom plugin failed:', error);
      return given;
    }
  };
