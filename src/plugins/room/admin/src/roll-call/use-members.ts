import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { RollCallPeople } from '../../../shared/roll-call';
import { type Members, membersOf } from './lists';

/** The members of a term; `failed` where they cannot be had. */
export function useMembers(term: number): Members | 'failed' | undefined {
  const { get } = useFetchClient();
  const [members, setMembers] = useState<Members | 'failed'>();
  useEffect(() => {
    let isLeft = false;
    get<RollCallPeople>('/room/roll-call/people', { params: { term } }).then(
      ({ data }) => !isLeft && setMembers(membersOf(data)),
      () => !isLeft && setMembers('failed'),
    );
    return () => {
      isLeft = true;
    };
  }, [get, term]);
  return members;
}
