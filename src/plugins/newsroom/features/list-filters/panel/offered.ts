import { inLanguage } from '../../../panel/language';
import type { Filter, FiltersHook } from '../../../panel/strapi/hooks';
import { panelByName } from '../../../shared/panels';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { nameOf } from '../shared/filters';
import { ValueField } from './value-field';

/** How Strapi calls what an editor chooses the value of in a field of ours. */
const TYPE = 'custom';

/**
 * Adds the filters of the API to those that a list offers. One that looks at a single attribute takes the place of Strapi's own, which compares with
 * a number or with a part of a name, unless the address has that.
 */
export function addFilters(hook: FiltersHook, address = window.location.search): FiltersHook {
  const declared = panelByName(hook.layout.settings.displayName)?.filters;
  if (!declared) return hook;
  const offered = Object.entries(declared).map(
    ([name, filter]): Filter => ({
      name: nameOf(name),
      type: TYPE,
      label: inLanguage(filter),
      operators: [{ label: { id: 'components.FilterOptions.FILTER_TYPES.$eq' }, value: '$eq' }],
      input: withBoundary(ValueField) as Filter['input'],
    }),
  );
  const used = decodeURIComponent(address);
  const attributes = Object.values(declared).flatMap(({ reads }) => (reads.length === 1 ? reads : []));
  const isReplaced = ({ name }: Filter) => attributes.includes(name) && !used.includes(`[${name}]`);
  return { ...hook, displayedFilters: [...hook.displayedFilters.filter((each) => !isReplaced(each)), ...offered] };
}
