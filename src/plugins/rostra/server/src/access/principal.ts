/** Who asks: the public, a user of the users-permissions plugin, or a program with an API token (decisions, 5). */
export interface Principal {
  kind: 'public' | 'user' | 'token';
  user?: { id: number; username: string; role: string };
  /** Their password is still the one that was made for them: all that they may do is to change it. */
  mustChangePassword?: boolean;
  token?: { id: number };
  /** Whether the action, `api::bill.bill.find`, is allowed. */
  may(action: string): boolean;
}

/** A principal that may do what is in the set. */
export const allowedIn =
  (actions: ReadonlySet<string>) =>
  (action: string): boolean =>
    actions.has(action);

/** A principal in a log: `user:12`, `token:5` or `public`; never a name. */
export const nameOf = ({ kind, user, token }: Principal): string => {
  const id = user?.id ?? token?.id;
  return id === undefined ? kind : `${kind}:${id}`;
};
