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

/** Loads a list from a path; its pages name the place where the next one begins. */
export function useList<T>(path: string, query: Record<string, string | number | undefined>): LoadedList<T> {
  const { get } = useFetchClient();
  const [rows, setRows] = useState<T[]>([]);
  const [next, setNext] = useState<string | number | null>();
  const [isFailed, setIsFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const address = `${path}?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))}`;

  /** The latest request: the answers to others come too late. */
  const latest = useRef(0);
  /** The address of the rows. */
  const shown = useRef(address);
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
      setIsFailed(!answer);
      if (!answer) {
        if (shown.current === address) return;
        // What is shown is another list.
        setRows([]);
        setNext(undefined);
        return;
      }
      shown.current = address;
      const { data } = answer;
      setRows((all) => (before ? [...all, ...data.rows] : data.rows));
      setNext(data.next);
    },
    [get, address],
  );
  useEffect(() => void load(), [load]);
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
