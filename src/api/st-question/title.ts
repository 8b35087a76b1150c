import { behind, joined } from '../../plugins/rostra/server/src/declare';

/** `工時 · 是否縮短每週工時？`. */
export const stQuestionTitle = joined(behind('st', 'title'), 'question');
