import type { Permission } from '@strapi/admin/strapi-admin';

/** The permission that the page requires. Cast, because Strapi compares only the action and the subject. */
export const PERMISSIONS = [{ action: 'plugin::newsroom.content-import', subject: null }] as unknown as Permission[];
