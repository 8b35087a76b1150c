import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';
import { takeAhead } from './ahead';

/** The state of a GET request. */
export interface FetchState<T> {
  data?: T;
  isFailed: boolean;
  /** Repeats the request; the previous answer stays until the new one arrives. */
  refetch(): void;
}

/**
 * Sends a GET request when the path changes and when `refetch` is called; none while the path is null, or where its answer has been asked for
 * ahead.
 */
export function useFetch<T>(path: string | null): FetchState<T> {
  const { get } = useFetchClient();
  const [state, setState] = useState<{ path: string | null; data?: T; isFailed: boolean }>({ path, isFailed: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!path) return;
    let isCancelled = false;
    (takeAhead<T>(path) ?? get<T>(path)).then(
      ({ data }) => !isCancelled && setState({ path, data, isFailed: false }),
      () => !isCancelled && setState({ path, isFailed: true }),
    );
    return () => {
      isCancelled = true;
    };
  }, [get, path, turn]);
  const refetch = useCallback(() => setTurn((before) => before + 1), []);
  return state.path === path ? { data: state.data, isFailed: state.isFailed, refetch } : { isFailed: false, refetch };
}
