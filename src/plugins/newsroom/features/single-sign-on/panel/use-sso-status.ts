import { useEffect, useState } from 'react';

/** The service's answer about single sign-on. */
interface SsoStatus {
  panel: boolean;
  /** Whether passwords are refused. */
  only: boolean;
}

/** How long after a failed request the next one is sent, in ms. */
const RETRY_MS = 5_000;

/** Fetches the status of single sign-on while enabled, again and again while the service is away; undefined until it arrives. */
export function useSsoStatus(isEnabled: boolean): SsoStatus | undefined {
  const [status, setStatus] = useState<SsoStatus>();
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The log-in form works without it.
    const ask = async () => {
      const answer = await fetch('/sso', { signal }).catch(() => undefined);
      if (answer?.ok) setStatus((await answer.json()) as SsoStatus);
      else if (!signal.aborted && (!answer || answer.status >= 500)) timer = setTimeout(ask, RETRY_MS);
    };
    ask();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isEnabled]);
  return status;
}
