/** A value of the claim for roles, and the role it gives. */
export interface RoleOfValue {
  value: string;
  role: string;
}

/** The settings of single sign-on. */
export interface SsoOptions {
  /** The provider's address, as in its own metadata. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client: PKCE alone protects its codes. */
  clientSecret?: string | undefined;
  scopes: string[];
  /** Name or path of the claim for roles (`realm_access.roles`). */
  roleClaim: string;
  /** Whether an e-mail address counts as verified if the provider does not say. */
  trustsEmail: boolean;
  /** Roles of the panel by code; empty: no single sign-on to the panel. */
  panelRoles: RoleOfValue[];
  /** `editor` or `citizen`; empty: no single sign-on to the API. */
  apiRoles: RoleOfValue[];
  /** Whether passwords are refused, except the local administrator's. */
  isOnly: boolean;
  /** E-mail address of the Super Admin that may still use a password. */
  localAdmin?: string | undefined;
  /** Complete addresses to which a code may be sent. */
  returnUrls: string[];
}

/** The destination of a sign-in: the panel, or a console that uses the API. */
export type Target = 'panel' | 'api';
