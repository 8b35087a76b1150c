import { useEffect, useState } from 'react';

/** Inserts an element below the log-in form, also after the form renders again, and returns it; null until then. */
export function useFormSlot(isEnabled: boolean, isFormHidden: boolean): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    const element = document.createElement('div');
    const insert = () => {
      const form = document.querySelector<HTMLFormElement>('main form');
      if (!form) return;
      if (form.nextElementSibling !== element) form.after(element);
      form.style.display = isFormHidden ? 'none' : '';
    };
    const observer = new MutationObserver(insert);
    observer.observe(document.body, { childList: true, subtree: true });
    insert();
    setSlot(element);
    return () => {
      observer.disconnect();
      element.remove();
      setSlot(null);
    };
  }, [isEnabled, isFormHidden]);
  return slot;
}
