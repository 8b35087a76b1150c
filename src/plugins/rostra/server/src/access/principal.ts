/** The sender of a request: the public, a user of the users-permissions plugin, or an API token (conventions 5.1). */
export interface Principal {
  kind: 'public' | 'user' | 'token';
  user?: { id: number; username: string; role: string };
  /** Whether they still have a generated password: then they may only change it. */
  mustChangePassword?: boolean;
  token?: { id: number };
  /** Whether an action (`api::bill.bill.find`) is allowed. */
  may(action: string): boolean;
}

/** Allows exactly the actions in the set. */
export const allowedIn =
  (actions: ReadonlySet<string>) =>
  (action: string): boolean =>
    actions.has(action);

/** Formats a principal for a log: `user:12`, `token:5` or `public`; never a name. */
export const formatPrincipal = ({ kind, user, token }: Principal): string => {
  const id = user?.id ?? token?.id;
  return id === undefined ? kind : `${kind}:${id}`;
};
