import { useEffect, useState } from 'react';
import { navigationList } from '../../../panel/strapi/markup';

/** Inserts an element at the top of the navigation's list, also after Strapi renders that again, and returns it. */
export function useNavigationSlot(): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement('li');
    const insert = () => {
      if (!element.isConnected) navigationList()?.prepend(element);
    };
    const observer = new MutationObserver(insert);
    observer.observe(document.body, { childList: true, subtree: true });
    insert();
    setSlot(element);
    return () => {
      observer.disconnect();
      element.remove();
    };
  }, []);
  return slot;
}
