import { useEffect, useState } from 'react';

/** What the service says of single sign-on. */
interface Offer {
  panel: boolean;
  /** Whether passwords are refused. */
  only: boolean;
}

/** What there is of single sign-on; undefined until it is known, and where it cannot be asked for. */
export function useOffer(isWanted: boolean): Offer | undefined {
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    if (!isWanted) return;
    const asking = new AbortController();
    fetch('/sso', { signal: asking.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<Offer>) : undefined))
      // The form is there without it.
      .then(setOffer, () => undefined);
    return () => asking.abort();
  }, [isWanted]);
  return offer;
}
