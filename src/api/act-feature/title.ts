import { behind, joined } from '../../plugins/rostra/server/src/declare';

/** `勞動基準法 · 每七日的例假與休息日`. */
export const actFeatureTitle = joined(behind('act', 'title'), 'feature');
