import { useEffect, useState } from 'react';

/** An element below the log-in form, as soon as that is there, and again whenever it is drawn anew; null until then. */
export function usePlace(isWanted: boolean, isInPlaceOfForm: boolean): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const made = document.createElement('div');
    const put = () => {
      const form = document.querySelector<HTMLFormElement>('main form');
      if (!form) return;
      if (form.nextElementSibling !== made) form.after(made);
      form.style.display = isInPlaceOfForm ? 'none' : '';
    };
    const observer = new MutationObserver(put);
    observer.observe(document.body, { childList: true, subtree: true });
    put();
    setPlace(made);
    return () => {
      observer.disconnect();
      made.remove();
      setPlace(null);
    };
  }, [isWanted, isInPlaceOfForm]);
  return place;
}
