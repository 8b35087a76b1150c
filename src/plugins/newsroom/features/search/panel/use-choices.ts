import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMay, useMayUse } from '../../../panel/permissions';
import { recordAt } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import type { DescribedRecord } from '../shared/found';
import { actionsBy, actionsFor } from './actions';
import { type ChoiceGroup, firstGroups, foundGroups } from './choices';
import { recentOf } from './recent';
import { useResults } from './use-results';
import { useWords } from './use-words';

/** What the search box shows for a text: that of an earlier one while the answer is pending. */
export interface Choices {
  groups: ChoiceGroup[];
  isPending: boolean;
  isFailed: boolean;
  isTooSlow: boolean;
}

/** Finds what the search box offers for a text; without one, what the account has opened lately, and what is often done. */
export function useChoices(account: number, text: string): Choices {
  const words = useWords();
  const recent = useRecent(account);
  const results = useResults(text);
  const [may, mayUse] = [useMay(), useMayUse()];
  const actions = useMemo(() => actionsFor({ may, mayUse }), [may, mayUse]);
  const groups = useMemo(() => {
    const { text: answered } = results;
    if (answered !== '') return foundGroups(answered, results, actionsBy(answered, actions), words);
    return recent ? firstGroups(recent, actions, words) : [];
  }, [results, recent, actions, words]);
  const isPending = results.text !== text || (text === '' && recent === undefined);
  return { groups, isPending, isFailed: results.isFailed, isTooSlow: results.isTooSlow === true };
}

/** What has become of the records that an account has opened lately, but for the one that is open; undefined until that is known. */
function useRecent(account: number): DescribedRecord[] | undefined {
  const { pathname } = useLocation();
  const [named] = useState(() => {
    const open = recordAt(pathname);
    return recentOf(account).filter(({ uid, documentId }) => uid !== open?.uid || documentId !== open.documentId);
  });
  const list = named.map(({ uid, documentId }) => `${uid}:${documentId}`).join(',');
  const { data, isFailed } = useFetch<DescribedRecord[]>(list === '' ? null : `/newsroom/search/records?of=${list}`);
  return useMemo(() => (list === '' || isFailed ? [] : data), [list, isFailed, data]);
}
