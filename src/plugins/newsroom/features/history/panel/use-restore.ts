import { FetchError, useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';
import type { RestorePlan, RestoreRequest } from '../shared/restore';

const PATH = '/newsroom/history/restore';

/** How to settle what speaks against a restore. */
export type Choices = Pick<RestoreRequest, 'conflicts' | 'missing' | 'others'>;

/** Plans a restore, again whenever a choice changes, and applies what was planned. */
export function useRestore(request: RestoreRequest) {
  const { post } = useFetchClient();
  const [choices, setChoices] = useState<Choices>({});
  const [plan, setPlan] = useState<RestorePlan>();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(true);
  const [isOutdated, setIsOutdated] = useState(false);

  const send = useCallback(
    async (body: RestoreRequest): Promise<RestorePlan | undefined> => {
      setIsBusy(true);
      setError(undefined);
      try {
        const { data } = await post<RestorePlan>(PATH, body);
        setPlan(data);
        return data;
      } catch (thrown) {
        setError(codeOf(thrown, body.plan !== undefined));
        return undefined;
      } finally {
        setIsBusy(false);
      }
    },
    [post],
  );
  useEffect(() => {
    void send({ ...request, ...choices });
  }, [send, choices]);

  /** Resolves to whether it was done: not if the records have changed since they were planned. */
  const apply = async (note: string): Promise<boolean> => {
    if (!plan) return false;
    const done = await send({ ...request, ...choices, ...(note && { note }), plan: plan.plan });
    setIsOutdated(done !== undefined && done.change === undefined);
    return done?.change !== undefined;
  };

  return { plan, error, isBusy, isOutdated, choices, setChoices, apply };
}

/** Why it failed: the status of the service; `unknown` if a write may be done all the same, and `other` if it only cannot be reached. */
function codeOf(error: unknown, isWrite: boolean): string {
  const answer = error instanceof FetchError ? error : undefined;
  const status = answer?.status ?? 0;
  if (status > 0 && status < 500) return String(status);
  const { details } = (answer?.response?.data as { error?: { details?: { code?: string } } } | undefined)?.error ?? {};
  return isWrite && (details?.code ?? 'OUTCOME_UNKNOWN') === 'OUTCOME_UNKNOWN' ? 'unknown' : 'other';
}
