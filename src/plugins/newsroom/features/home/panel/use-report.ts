import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect } from 'react';
import { type Asked, useAnswer } from '../../../panel/use-answer';
import type { Report } from '../shared/home';

const PATH = '/newsroom/home/report';
const POLL_MS = 1500;

/** The integrity report; asked for again while it is being made. `check` has it made anew. */
export function useReport(): Asked<Report> & { check(): void } {
  const { post } = useFetchClient();
  const asked = useAnswer<Report>(PATH);
  const { data, ask } = asked;
  useEffect(() => {
    if (!data?.isRunning) return;
    const timer = setTimeout(ask, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, ask]);
  return { ...asked, check: () => void post(PATH).then(ask, ask) };
}
