/** A value of the claim that decides about roles, and the role that it gives. */
export interface RoleOfValue {
  value: string;
  role: string;
}

/** Single sign-on as the settings want it. */
export interface SsoOptions {
  /** The provider, as it writes its own address. */
  issuer: string;
  clientId: string;
  /** None for a public client: PKCE alone protects its codes. */
  clientSecret?: string | undefined;
  scopes: string[];
  /** Name of the claim, or the path to it (`realm_access.roles`). */
  roleClaim: string;
  /** Whether an address counts as verified when the provider does not say so. */
  trustsEmail: boolean;
  /** Roles of the panel by their codes; none: nobody signs in to the panel this way. */
  panelRoles: RoleOfValue[];
  /** `editor` or `citizen`; none: nobody signs in to the API this way. */
  apiRoles: RoleOfValue[];
  /** Whether passwords are refused, but for the local administrator. */
  isOnly: boolean;
  /** E-mail of the Super Admin who keeps signing in with a password. */
  localAdmin?: string | undefined;
  /** Complete addresses that people may be sent back to with a code. */
  returnUrls: string[];
}

/** Where the sign-in leads: to the panel, or to a console that uses the API. */
export type Target = 'panel' | 'api';
