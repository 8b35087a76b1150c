import { NODE_KINDS } from '../../domain/topic-nodes';

/** An end of a relation. Node types that are not records are stored as given (conventions 2.8). */
const end = <Side extends 'from' | 'to'>(side: Side) => ({
  attribute: side,
  options: NODE_KINDS,
  names: { type: `${side}_type`, id: `${side}_id` } as const,
  allowsOther: true,
  isRequired: true,
  onDelete: 'cascade' as const,
});

/** The two ends of a topic relation. */
export const FROM = end('from');
export const TO = end('to');
