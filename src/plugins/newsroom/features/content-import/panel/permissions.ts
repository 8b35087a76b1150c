import type { Permission } from '@strapi/admin/strapi-admin';

/** What the page needs; Strapi compares the action and the subject only. */
export const PERMISSIONS = [{ action: 'plugin::newsroom.content-import', subject: null }] as unknown as Permission[];
