import { behind, either, type Part, phrase, short, whether } from '../../plugins/rostra/server/src/declare';

/** So that the other end is seen, too. */
const LONGEST_END = 58;

/** `工時 → 勞動基準法`; an end of a kind that is not kept here by its number. */
export const topicRelationTitle = phrase`${end('from')}${whether('is_directional', ' → ', ' — ')}${end('to')}`;

function end(side: 'from' | 'to'): Part {
  const node = either(
    behind(`${side}_general_topic`, 'title'),
    behind(`${side}_specific_topic`, 'title'),
    behind(`${side}_act`, 'title'),
    behind(`${side}_bill`, 'record_title'),
    behind(`${side}_vote`, 'record_title'),
    phrase`${`${side}_other_type`} ${`${side}_other_id`}`,
  );
  return short(either(node, phrase`?`), LONGEST_END);
}
