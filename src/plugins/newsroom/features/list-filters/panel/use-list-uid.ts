import { useLocation } from 'react-router-dom';

/** The content type of the open list, by the page's address; empty on other pages. */
export function useListUid(): string {
  const { pathname } = useLocation();
  return /\/content-manager\/collection-types\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';
}
