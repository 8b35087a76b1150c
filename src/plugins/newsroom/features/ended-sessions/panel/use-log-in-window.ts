import { useEffect, useRef } from 'react';

/** Where single sign-on ends: a small page of the panel. */
const ADDRESS = `/sso/panel?${new URLSearchParams({ to: '/me' })}`;

/**
 * Opens a window for single sign-on, which is closed when the dialog that asked for it is. The panel that loads in it tells the other tabs who
 * has logged in. @returns a function that opens it, and says whether the browser allowed it
 */
export function useLogInWindow(): () => boolean {
  const opened = useRef<Window | null>(null);
  useEffect(() => () => opened.current?.close(), []);
  return () => {
    opened.current?.close();
    opened.current = window.open(ADDRESS, '_blank', 'popup,width=560,height=720');
    return opened.current !== null;
  };
}
