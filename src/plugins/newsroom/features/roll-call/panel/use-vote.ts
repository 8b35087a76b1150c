import { useForm } from '@strapi/admin/strapi-admin';
import { useMemo } from 'react';
import { type Minutes, totalsIn } from '../../../../../domain/minutes';
import { type FormRelation, useFormRelation } from '../../../panel/strapi/use-form-relation';
import { LISTS, type ListMap } from './lists';

/** A vote as currently entered in its form. */
export interface Vote {
  term: number | null;
  /** Its day, in epoch milliseconds. */
  day: number | null;
  relations: ListMap<FormRelation>;
  /** Whether its lists are loaded. */
  state: 'loading' | 'ready' | 'failed';
  /** The official counts stated in its content. */
  totals: Minutes['totals'];
}

interface Values {
  term_index?: number | string | null;
  date?: string | Date | null;
  content?: string | null;
}

/** Follows the vote in the open form. */
export function useVote(model: string, documentId: string | undefined): Vote {
  const term = useForm('RollCall', ({ values }) => (values as Values).term_index);
  const date = useForm('RollCall', ({ values }) => (values as Values).date);
  const content = useForm('RollCall', ({ values }) => (values as Values).content);
  const relation = { model, documentId, label: 'name' };
  const relations = {
    aye: useFormRelation({ ...relation, field: 'aye' }),
    nay: useFormRelation({ ...relation, field: 'nay' }),
    abstain: useFormRelation({ ...relation, field: 'abstain' }),
    absence: useFormRelation({ ...relation, field: 'absence' }),
  };
  const totals = useMemo(() => totalsIn(content ?? ''), [content]);
  return {
    term: term === null || term === undefined || term === '' ? null : Number(term),
    day: date ? new Date(date).getTime() : null,
    relations,
    state: stateOf(LISTS.map((list) => relations[list])),
    totals,
  };
}

function stateOf(relations: FormRelation[]): Vote['state'] {
  if (relations.some(({ hasFailed }) => hasFailed)) return 'failed';
  return relations.every(({ rows }) => rows) ? 'ready' : 'loading';
}
