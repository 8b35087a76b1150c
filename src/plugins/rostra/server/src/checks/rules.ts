import type { Rules } from '../../../../../common/findings';

let current: Rules | undefined;

/** Sets the domain's rules; called once, before the service starts. */
export function setRules(rules: Rules): void {
  current = rules;
}

/** The domain's rules. Throws before `setRules`. */
export function currentRules(): Rules {
  if (!current) throw new Error('the rules are not set');
  return current;
}
