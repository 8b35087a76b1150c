import { useLocation } from 'react-router-dom';
import { listAt } from '../../../panel/strapi/paths';

/** The content type of the open list, by the page's address; empty on other pages. */
export function useListUid(): string {
  const { pathname } = useLocation();
  return listAt(pathname) ?? '';
}
