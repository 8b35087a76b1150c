import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect } from 'react';
import { type FetchState, useFetch } from '../../../panel/use-fetch';
import type { IntegrityReport } from '../shared/home';

const PATH = '/newsroom/home/report';
const POLL_MS = 1500;

/** Fetches the integrity report, and polls while one is being made. `check` starts a new one. */
export function useReport(): FetchState<IntegrityReport> & { check(): void } {
  const { post } = useFetchClient();
  const request = useFetch<IntegrityReport>(PATH);
  const { data, refetch } = request;
  useEffect(() => {
    if (!data?.isRunning) return;
    const timer = setTimeout(refetch, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, refetch]);
  return { ...request, check: () => void post(PATH).then(refetch, refetch) };
}
