import {
  any,
  type Filter,
  type FilterGroup,
  integerFilter,
  relationOf,
  rowId,
  rowIdQuery,
  sourceIds,
  sql,
  textFilter,
} from '../../plugins/rostra/server/src/declare';

/** The lists of a roll call. */
const LISTS = ['aye', 'nay', 'abstain', 'absence'] as const;

/** Filters by who voted, and how; `voterGroup` has their condition. */
export const voterFilters: Record<'voter' | 'voted', Filter<never, never>> = {
  voter: { ...integerFilter('identifier of a representative in the roll call'), isExtension: true },
  voted: {
    ...textFilter(`how this representative voted: ${LISTS.join(', ')}`),
    schema: { type: 'string', enum: [...LISTS] },
    parse: (text, at) =>
      LISTS.some((list) => list === text) ? text : at.fault('INVALID_VALUE', `must be one of ${LISTS.join(', ')}`),
    isExtension: true,
    needs: 'voter',
  },
};

/** Votes in whose roll call the representative is: in any of its lists, or in the one that is given. Starts from the representative. */
export const voterGroup: FilterGroup = {
  names: Object.keys(voterFilters),
  where: (vote, value) => {
    const [voter, voted] = [value('voter') ?? sql`null`, value('voted')];
    const isIn = (list: string) =>
      sql`${rowId(vote)} in (${sourceIds(vote, [list], rowIdQuery(relationOf(vote.model, list).to.uid, voter))})`;
    return any(LISTS.map((list) => (voted ? sql`(${voted}::text = ${sql.lit(list)} and ${isIn(list)})` : isIn(list))));
  },
};
