import { useForm } from '@strapi/admin/strapi-admin';
import { useMemo } from 'react';
import { type Minutes, totalsIn } from '../../../../../domain/minutes';
import { type FormRelation, useFormRelation } from '../../../panel/form-relations/use-form-relation';
import { type ByList, LISTS } from './lists';

/** A vote as it stands in its form. */
export interface Vote {
  term: number | null;
  /** Its day, in epoch milliseconds. */
  day: number | null;
  relations: ByList<FormRelation>;
  /** Whether its lists are known. */
  state: 'loading' | 'ready' | 'failed';
  /** The official numbers that its content tells. */
  totals: Minutes['totals'];
}

interface Values {
  term_index?: number | string | null;
  date?: string | Date | null;
  content?: string | null;
}

/** Follows the vote in the form that is open. */
export function useVote(model: string, documentId: string | undefined): Vote {
  const term = useForm('RollCall', ({ values }) => (values as Values).term_index);
  const date = useForm('RollCall', ({ values }) => (values as Values).date);
  const content = useForm('RollCall', ({ values }) => (values as Values).content);
  const of = { model, documentId, label: 'name' };
  const relations = {
    aye: useFormRelation({ ...of, field: 'aye' }),
    nay: useFormRelation({ ...of, field: 'nay' }),
    abstain: useFormRelation({ ...of, field: 'abstain' }),
    absence: useFormRelation({ ...of, field: 'absence' }),
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
