import { isObject, type JsonObject, tryParseJson } from '../../../../common/json';
import { SHOWN_FILTERS } from './paths';

/** Where Strapi keeps sort, filters and page size of a list in the browser, for the next time that it is opened. Checked with Strapi 5.54.0. */
export const KEPT_SETTINGS = 'STRAPI_LIST_VIEW_SETTINGS:';

/** Lets no list keep a filter by one record, which only a link can have set: it would still hold when the list is opened by itself. */
export function forgetLinkedFilters(storage: Storage = localStorage): void {
  for (const key of Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')) {
    if (!key.startsWith(KEPT_SETTINGS)) continue;
    const kept = tryParseJson(storage.getItem(key) ?? '');
    if (!isObject(kept) || !isObject(kept.filters) || !namesRecord(kept.filters)) continue;
    const { filters, ...others } = kept;
    const own = [filters[SHOWN_FILTERS] ?? []].flat().filter((each) => !namesRecord(each));
    storage.setItem(key, JSON.stringify(own.length > 0 ? { ...others, filters: { [SHOWN_FILTERS]: own } } : others));
  }
}

/** Whether a part of a filter compares with a record: no field that editors can filter by has the document id. */
const namesRecord = (part: unknown): boolean =>
  Array.isArray(part)
    ? part.some(namesRecord)
    : isObject(part) &&
      Object.entries(part as JsonObject).some(([key, value]) => key === 'documentId' || namesRecord(value));
