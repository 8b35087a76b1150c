import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { askAhead } from '../../../panel/ahead';
import { recordAt } from '../../../panel/strapi/paths';
import { panelOf } from '../../../shared/panels';

/** The API's path of a record's history. */
export const historyPath = (uid: string, documentId: string): string =>
  `/newsroom/history/records/${uid}/${documentId}`;

/**
 * Asks for the history of a record as soon as the page goes to its form; mounted on every page. The panel that shows it is not there before
 * the form, whose fields then ask for more than a browser asks for at once.
 */
export function HistoryAhead(): null {
  const { get } = useFetchClient();
  const { pathname } = useLocation();
  useEffect(() => {
    const record = recordAt(pathname);
    if (record && panelOf(record.uid)) askAhead(historyPath(record.uid, record.documentId), get);
  }, [get, pathname]);
  return null;
}
