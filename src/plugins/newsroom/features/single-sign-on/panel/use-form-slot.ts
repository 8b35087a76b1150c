import { useEffect, useState } from 'react';
import { logInForm } from '../../../panel/strapi/markup';

/** How long Strapi may take to render the form, in ms. */
const MAX_WAIT_MS = 10_000;

/** Inserts an element below the log-in form, also after the form renders again, and returns it; null until then. */
export function useFormSlot(isEnabled: boolean, isFormHidden: boolean): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    const element = document.createElement('div');
    const timer = setTimeout(
      () => console.error('The log-in page has no form yet; single sign-on cannot place its button.'),
      MAX_WAIT_MS,
    );
    const insert = () => {
      const form = logInForm();
      if (!form) return;
      clearTimeout(timer);
      if (form.nextElementSibling !== element) form.after(element);
      form.style.display = isFormHidden ? 'none' : '';
    };
    const observer = new MutationObserver(insert);
    observer.observe(document.body, { childList: true, subtree: true });
    insert();
    setSlot(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.remove();
      setSlot(null);
    };
  }, [isEnabled, isFormHidden]);
  return slot;
}
