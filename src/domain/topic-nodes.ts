/** The kinds of nodes of the topic map that have records: the name in the API → the kind, in the order of the legend. */
export const NODE_KINDS = {
  General_Topic: 'general-topic',
  Specific_Topic: 'specific-topic',
  Act: 'act',
  Bill: 'bill',
  Vote: 'vote',
} as const;
