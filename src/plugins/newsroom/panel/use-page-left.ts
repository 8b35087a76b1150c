import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Calls a function each time the page of the panel is left for another one, such as to take back a question about its form. */
export function usePageLeft(onLeft: () => void): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) onLeft();
    shown.current = pathname;
  }, [pathname, onLeft]);
}
