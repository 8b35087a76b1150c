import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';
import { type ImportOptions, isBusy, type Overview } from '../shared/content-import';

const POLL_MS = 1_000;
const PATH = '/newsroom/imports';

/** Fetches the import options, jobs and batches; polls each second while a job is running. */
export function useImports() {
  const { get } = useFetchClient();
  const [options, setOptions] = useState<ImportOptions>();
  const [overview, setOverview] = useState<Overview>();
  const [page, setPage] = useState(1);
  const [hasFailed, setHasFailed] = useState(false);

  const refresh = useCallback(async () => {
    try {
      setOverview((await get<Overview>(PATH, { params: { page } })).data);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }, [get, page]);

  useEffect(() => {
    get<ImportOptions>(`${PATH}/options`).then(
      ({ data }) => setOptions(data),
      () => setHasFailed(true),
    );
  }, [get]);

  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);

  const isRunning = overview?.jobs.some((job) => isBusy(job) || job.state === 'uploading') || hasFailed;
  // Each response sets a new `overview`, which schedules the next request.
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(refresh, POLL_MS);
    return () => clearTimeout(timer);
  }, [isRunning, overview, refresh]);

  return { options, overview, setPage, refresh, hasFailed };
}
