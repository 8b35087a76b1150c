import { day, joined } from '../../plugins/rostra/server/src/declare';

/** `2016-12-06 · 勞動基準法第三十六條`. */
export const voteTitle = joined(day('date'), 'title');
