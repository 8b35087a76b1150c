import { behind, day, either, joined, phrase } from '../../plugins/rostra/server/src/declare';

/** `23委1497 · 勞動基準法`. */
export const billTitle = joined(either('version_no', day('date'), phrase`#${'number'}`), behind('act', 'title'));
