import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';

/** What a GET has answered so far. */
export interface Asked<T> {
  data?: T;
  isFailed: boolean;
  /** Asks again; the answer of before stays meanwhile. */
  ask(): void;
}

/** Asks the server when the path changes and when `ask` is called; a null path asks nothing. */
export function useAnswer<T>(path: string | null): Asked<T> {
  const { get } = useFetchClient();
  const [state, setState] = useState<{ path: string | null; data?: T; isFailed: boolean }>({ path, isFailed: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!path) return;
    let isLeft = false;
    get<T>(path).then(
      ({ data }) => !isLeft && setState({ path, data, isFailed: false }),
      () => !isLeft && setState({ path, isFailed: true }),
    );
    return () => {
      isLeft = true;
    };
  }, [get, path, turn]);
  const ask = useCallback(() => setTurn((before) => before + 1), []);
  return state.path === path ? { data: state.data, isFailed: state.isFailed, ask } : { isFailed: false, ask };
}
