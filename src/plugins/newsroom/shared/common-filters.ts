import type { FilterPanel, Text } from './panel';

/* Filters by records that many content types refer to. Each is given the attributes by which its records do. */

type By<Name extends string> = FilterPanel & { readonly reads: readonly Name[] };

const by =
  (text: Text, of: NonNullable<FilterPanel['of']>) =>
  <Name extends string>(...reads: Name[]): By<Name> => ({ ...text, of, reads });

export const byTopic = by({ zh: '子題', en: 'Specific topic' }, 'api::specific-topic.specific-topic');
export const byAct = by({ zh: '法律', en: 'Act' }, 'api::act.act');
export const byDirection = by({ zh: '修法方向', en: 'Act direction' }, 'api::act-dir.act-dir');
export const byTerm = by({ zh: '屆期', en: 'Term' }, 'api::term.term');

/** By the number of a session, which is typed. */
export const bySession = <Name extends string>(...reads: Name[]): By<Name> => ({
  zh: '會期',
  en: 'Session',
  isNumber: true,
  reads,
});
