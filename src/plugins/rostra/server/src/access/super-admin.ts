/** The code of Strapi's panel role with all permissions. */
export const SUPER_ADMIN = 'strapi-super-admin';

/** Restricts a condition on panel accounts to active Super Admins. */
export const activeSuperAdmins = (where: Record<string, unknown>) => ({
  ...where,
  isActive: true,
  roles: { code: SUPER_ADMIN },
});
