import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A list that is loaded page by page. */
export interface LoadedList<T> {
  rows: T[];
  /** Whether the first page has arrived. */
  isLoaded: boolean;
  isFailed: boolean;
  hasMore: boolean;
  isBusy: boolean;
  more(): void;
  reload(): void;
}

/** What has been loaded from an address; without `next` if nothing has. */
interface Loaded<T> {
  address: string;
  rows: T[];
  next?: string | number | null;
  isFailed: boolean;
}

/** Loads a list from a path; its pages name the place where the next one begins. What another query has loaded is not shown. */
export function useList<T>(path: string, query: Record<string, string | number | undefined>): LoadedList<T> {
  const { get } = useFetchClient();
  const [state, setState] = useState<Loaded<T>>();
  const [isBusy, setIsBusy] = useState(false);
  const address = `${path}?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))}`;

  /** The latest request: the answers to others come too late. */
  const latest = useRef(0);
  const load = useCallback(
    async (before?: string | number | null) => {
      latest.current += 1;
      const request = latest.current;
      setIsBusy(true);
      const answer = await get<{ rows: T[]; next: string | number | null }>(
        before ? `${address}&before=${before}` : address,
      ).catch(() => undefined);
      if (request !== latest.current) return;
      setIsBusy(false);
      setState((last) => {
        const known = last?.address === address ? last : { address, rows: [] };
        if (!answer) return { ...known, isFailed: true };
        const { rows, next } = answer.data;
        return { address, rows: before ? [...known.rows, ...rows] : rows, next, isFailed: false };
      });
    },
    [get, address],
  );
  useEffect(() => void load(), [load]);
  const { rows = [], next, isFailed = false } = state?.address === address ? state : {};
  return {
    rows,
    isLoaded: next !== undefined,
    isFailed,
    hasMore: next !== undefined && next !== null,
    isBusy,
    more: () => void load(next),
    reload: () => void load(),
  };
}
