import { z } from 'zod';
import { flag, isInsecureLoopback, issuerUrl, pageUrls, pairs } from './setting-kinds';

/** The settings of single sign-on, by the names of their environment variables. */
export const ssoVariables = {
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().trim().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().trim().min(1).optional(),
  OIDC_SCOPES: z
    .string()
    .transform((value) => value.trim().split(/\s+/))
    .refine((scopes) => scopes.includes('openid'), 'must hold openid')
    .optional(),
  OIDC_ROLE_CLAIM: z.string().trim().min(1).optional(),
  OIDC_TRUST_EMAIL: flag.optional(),
  OIDC_PANEL_ROLES: pairs.optional(),
  OIDC_API_ROLES: pairs
    .refine(
      (all) => all.every(({ role }) => role === 'editor' || role === 'citizen'),
      'the roles of the API are editor and citizen',
    )
    .optional(),
  SSO_ONLY: flag.optional(),
  SSO_LOCAL_ADMIN: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email('expected the e-mail address of a Super Admin of the panel'))
    .optional(),
  SSO_RETURN_URLS: pageUrls.optional(),
};

type Variables = z.infer<z.ZodObject<typeof ssoVariables>>;

/** What else they depend on. */
type Others = Variables & { NODE_ENV: string; PUBLIC_URL?: string | undefined };

/** Addresses of Microsoft Entra for people of any organization, each of which says who its people are. */
const ANY_TENANT = /^https:\/\/login\.(microsoftonline\.\w+|windows\.net)\/(common|organizations|consumers)(\/|$)/i;

/** The faults of settings that need each other, with the variable that each is about. */
export function* ssoFaults(values: Others): Iterable<{ path: string; message: string }> {
  const isProduction = values.NODE_ENV === 'production';
  if (!values.OIDC_ISSUER) {
    for (const path of Object.keys(ssoVariables) as (keyof Variables)[])
      if (values[path] !== undefined) yield { path, message: 'is of no use without OIDC_ISSUER' };
    return;
  }
  if (isProduction && isInsecureLoopback(values.OIDC_ISSUER))
    yield { path: 'OIDC_ISSUER', message: 'must be encrypted (https) in production' };
  if (ANY_TENANT.test(values.OIDC_ISSUER))
    yield {
      path: 'OIDC_ISSUER',
      message: 'must name one organization: this address stands for all that Microsoft has',
    };
  if (!values.OIDC_CLIENT_ID) yield { path: 'OIDC_CLIENT_ID', message: 'is needed beside OIDC_ISSUER' };
  if (!values.OIDC_PANEL_ROLES && !values.OIDC_API_ROLES)
    yield { path: 'OIDC_PANEL_ROLES', message: 'is needed beside OIDC_ISSUER, or OIDC_API_ROLES: who gets which role' };
  if (values.OIDC_API_ROLES && !values.SSO_RETURN_URLS?.length)
    yield { path: 'SSO_RETURN_URLS', message: 'is needed beside OIDC_API_ROLES: where consoles take people back' };
  if (isProduction && !values.PUBLIC_URL)
    yield { path: 'PUBLIC_URL', message: 'is needed beside OIDC_ISSUER: where the provider sends people back to' };
  if (values.SSO_ONLY && !values.OIDC_PANEL_ROLES)
    yield { path: 'OIDC_PANEL_ROLES', message: 'is needed beside SSO_ONLY: else nobody could sign in to the panel' };
  if (values.SSO_ONLY && !values.SSO_LOCAL_ADMIN)
    yield { path: 'SSO_LOCAL_ADMIN', message: 'is needed beside SSO_ONLY: who signs in when the provider is down' };
}

/** Single sign-on as the settings want it; undefined without a provider. */
export function ssoOf(values: Others) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = values;
  if (!issuer || !clientId) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    scopes: values.OIDC_SCOPES ?? ['openid', 'email', 'profile'],
    roleClaim: values.OIDC_ROLE_CLAIM ?? 'roles',
    trustsEmail: values.OIDC_TRUST_EMAIL ?? false,
    panelRoles: values.OIDC_PANEL_ROLES ?? [],
    apiRoles: values.OIDC_API_ROLES ?? [],
    isOnly: values.SSO_ONLY ?? false,
    localAdmin: values.SSO_LOCAL_ADMIN,
    returnUrls: values.SSO_RETURN_URLS ?? [],
  };
}
