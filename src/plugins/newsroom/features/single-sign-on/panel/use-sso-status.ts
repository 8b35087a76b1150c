import { useEffect, useState } from 'react';

/** The service's answer about single sign-on. */
interface SsoStatus {
  panel: boolean;
  /** Whether passwords are refused. */
  only: boolean;
}

/** Fetches the status of single sign-on while enabled; undefined until it arrives and if the request fails. */
export function useSsoStatus(isEnabled: boolean): SsoStatus | undefined {
  const [status, setStatus] = useState<SsoStatus>();
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    fetch('/sso', { signal: controller.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<SsoStatus>) : undefined))
      // The log-in form works without it.
      .then(setStatus, () => undefined);
    return () => controller.abort();
  }, [isEnabled]);
  return status;
}
