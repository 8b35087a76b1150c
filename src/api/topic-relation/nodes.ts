/** The kinds of nodes that this service holds; a relation may name others, which are kept as they are (decisions, 2.8). */
export const NODE_KINDS = {
  General_Topic: 'general-topic',
  Specific_Topic: 'specific-topic',
  Act: 'act',
  Bill: 'bill',
  Vote: 'vote',
} as const;

const end = <Side extends 'from' | 'to'>(side: Side) => ({
  attribute: side,
  options: NODE_KINDS,
  names: { type: `${side}_type`, id: `${side}_id` } as const,
  isOpen: true,
  isRequired: true,
  onDelete: 'cascade' as const,
});

/** The two ends of a topic relation. */
export const FROM = end('from');
export const TO = end('to');
