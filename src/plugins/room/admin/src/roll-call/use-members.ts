import { useMemo } from 'react';
import type { RollCallPeople } from '../../../shared/roll-call';
import { useAnswer } from '../use-answer';
import { type Members, membersOf } from './lists';

/** The members of a term; `failed` where they cannot be had. */
export function useMembers(term: number): Members | 'failed' | undefined {
  const { data, isFailed } = useAnswer<RollCallPeople>(`/room/roll-call/people?term=${term}`);
  const members = useMemo(() => data && membersOf(data), [data]);
  return isFailed ? 'failed' : members;
}
