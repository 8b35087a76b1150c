import { z } from 'zod';
import { flag, isInsecureLoopback, issuerUrl, pageUrls, pairs, trimmed, word } from './setting-kinds';

/** The settings of single sign-on, by environment variable. */
export const ssoVariables = {
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: trimmed.min(1).optional(),
  OIDC_CLIENT_SECRET: trimmed.min(1).optional(),
  OIDC_SCOPES: z
    .string()
    .transform((value) => value.trim().split(/\s+/))
    .refine((scopes) => scopes.includes('openid'), 'must contain openid')
    .optional(),
  OIDC_ROLE_CLAIM: trimmed.min(1).optional(),
  OIDC_TRUST_EMAIL: flag.optional(),
  OIDC_PANEL_ROLES: pairs.optional(),
  OIDC_API_ROLES: pairs
    .refine(
      (all) => all.every(({ role }) => role === 'editor' || role === 'citizen'),
      'the roles of the API are editor and citizen',
    )
    .optional(),
  SSO_ONLY: flag.optional(),
  SSO_LOCAL_ADMIN: word.pipe(z.email('expected the e-mail address of a Super Admin of the panel')).optional(),
  SSO_RETURN_URLS: pageUrls.optional(),
};

type Variables = z.infer<z.ZodObject<typeof ssoVariables>>;

/** With the other settings they depend on. */
type SsoValues = Variables & { NODE_ENV: string; PUBLIC_URL?: string | undefined };

/** Microsoft Entra addresses for any organization, where each organization defines its own people. */
const ANY_TENANT = /^https:\/\/login\.(microsoftonline\.\w+|windows\.net)\/(common|organizations|consumers)(\/|$)/i;

/** Finds the faults of settings that depend on each other, by variable. */
export function* ssoFaults(values: SsoValues): Iterable<{ path: string; message: string }> {
  const isProduction = values.NODE_ENV === 'production';
  if (!values.OIDC_ISSUER) {
    for (const path of Object.keys(ssoVariables) as (keyof Variables)[])
      if (values[path] !== undefined) yield { path, message: 'has no effect without OIDC_ISSUER' };
    return;
  }
  if (isProduction && isInsecureLoopback(values.OIDC_ISSUER))
    yield { path: 'OIDC_ISSUER', message: 'must be encrypted (https) in production' };
  if (ANY_TENANT.test(values.OIDC_ISSUER))
    yield {
      path: 'OIDC_ISSUER',
      message: 'must name one organization: this address covers every organization',
    };
  if (!values.OIDC_CLIENT_ID) yield { path: 'OIDC_CLIENT_ID', message: 'is required with OIDC_ISSUER' };
  if (!values.OIDC_PANEL_ROLES && !values.OIDC_API_ROLES)
    yield { path: 'OIDC_PANEL_ROLES', message: 'or OIDC_API_ROLES is required with OIDC_ISSUER: who gets which role' };
  if (values.OIDC_API_ROLES && !values.SSO_RETURN_URLS?.length)
    yield { path: 'SSO_RETURN_URLS', message: 'is required with OIDC_API_ROLES: where people return to' };
  if (isProduction && !values.PUBLIC_URL)
    yield { path: 'PUBLIC_URL', message: 'is required with OIDC_ISSUER: where the provider sends people back to' };
  if (values.SSO_ONLY && !values.OIDC_PANEL_ROLES)
    yield {
      path: 'OIDC_PANEL_ROLES',
      message: 'is required with SSO_ONLY: otherwise nobody could sign in to the panel',
    };
  if (values.SSO_ONLY && !values.SSO_LOCAL_ADMIN)
    yield { path: 'SSO_LOCAL_ADMIN', message: 'is required with SSO_ONLY: who signs in while the provider is down' };
}

/** The parsed settings of single sign-on; undefined without a provider. */
export function ssoOf(values: SsoValues) {
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
