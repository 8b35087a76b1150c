import { useMemo } from 'react';
import { useFetch } from '../../../panel/use-fetch';
import type { RollCallPeople } from '../shared/roll-call';
import { type Members, membersOf } from './lists';

/** Fetches the members of a term; `failed` if the request fails. */
export function useMembers(term: number): Members | 'failed' | undefined {
  const { data, isFailed } = useFetch<RollCallPeople>(`/newsroom/roll-call/people?term=${term}`);
  const members = useMemo(() => data && membersOf(data), [data]);
  return isFailed ? 'failed' : members;
}
