import type { JsonObject } from '../../../../../common/json';
import type { PlanEdit } from '../../../../rostra/server/src/plan/types';

/** The edited field as one side says it, with the field that says what it refers to; null where that is unknown. */
export function sideOf({ path, kindField, ...edit }: PlanEdit, side: 'base' | 'stored' | 'given'): JsonObject | null {
  const value = edit[side];
  if (path === '' || value === undefined) return null;
  return { ...(kindField && { [kindField.path]: kindField[side] ?? null }), [path]: value };
}
