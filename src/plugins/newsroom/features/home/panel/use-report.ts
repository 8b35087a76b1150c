import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect } from 'react';
import { type FetchState, useAnswer } from '../../../panel/use-answer';
import type { IntegrityReport } from '../shared/home';

const PATH = '/newsroom/home/report';
const POLL_MS = 1500;

/** Fetches the integrity report, and polls while one is being made. `check` starts a new one. */
export function useReport(): FetchState<IntegrityReport> & { check(): void } {
  const { post } = useFetchClient();
  const request = useAnswer<IntegrityReport>(PATH);
  const { data, ask } = request;
  useEffect(() => {
    if (!data?.isRunning) return;
    const timer = setTimeout(ask, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, ask]);
  return { ...request, check: () => void post(PATH).then(ask, ask) };
}
