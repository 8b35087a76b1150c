import { behind, joined } from '../../plugins/rostra/server/src/declare';

/** `工時 · 增加休假`. */
export const actDirTitle = joined(behind('st', 'title'), 'name');
