/** The topic map's node kinds that are records: name in the API → content type, in the order of the legend. */
export const NODE_KINDS = {
  General_Topic: 'general-topic',
  Specific_Topic: 'specific-topic',
  Act: 'act',
  Bill: 'bill',
  Vote: 'vote',
} as const;
