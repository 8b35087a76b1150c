/** The code of the panel role that may do everything; Strapi makes it. */
export const SUPER_ADMIN = 'strapi-super-admin';

/** A condition on accounts of the panel: these, as far as they are active Super Admins. */
export const activeSuperAdmins = (where: Record<string, unknown>) => ({
  ...where,
  isActive: true,
  roles: { code: SUPER_ADMIN },
});
