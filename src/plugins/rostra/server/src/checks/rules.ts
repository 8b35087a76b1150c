import type { Rules } from '../../../../../common/findings';

let inUse: Rules | undefined;

/** Gives the plugin the domain's rules; called once, before the service starts. */
export function takeRules(rules: Rules): void {
  inUse = rules;
}

/** The domain's rules. */
export function rulesInUse(): Rules {
  if (!inUse) throw new Error('no rules have been given');
  return inUse;
}
