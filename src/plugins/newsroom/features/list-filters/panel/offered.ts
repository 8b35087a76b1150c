import type { MessageDescriptor } from 'react-intl';
import { inLanguage } from '../../../panel/language';
import type { Filter, FiltersHook } from '../../../panel/strapi/hooks';
import { panelByName } from '../../../shared/panels';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { nameOf } from '../shared/filters';
import { ValueField } from './value-field';

/** How Strapi calls what an editor chooses the value of in a field of ours. */
const TYPE = 'custom';

/** One for all renderings: with another component, the field would lose what is typed. */
const Field = withBoundary(ValueField) as Filter['input'];

/** Strapi's own filter by the same attribute, which also finds what is empty, and ranges. */
const other = (label: string | MessageDescriptor): string | MessageDescriptor =>
  typeof label === 'string' ? inLanguage({ zh: `${label}（其他條件）`, en: `${label} (other conditions)` }) : label;

/** Adds the filters of the API to those that a list offers. */
export function addFilters(hook: FiltersHook): FiltersHook {
  const declared = panelByName(hook.layout.settings.displayName)?.filters;
  if (!declared) return hook;
  const offered = Object.entries(declared).map(
    ([name, filter]): Filter => ({
      name: nameOf(name),
      type: TYPE,
      label: inLanguage(filter),
      operators: [{ label: { id: 'components.FilterOptions.FILTER_TYPES.$eq' }, value: '$eq' }],
      input: Field,
    }),
  );
  const attributes = Object.values(declared).flatMap(({ reads }) => (reads.length === 1 ? reads : []));
  const own = hook.displayedFilters.map((filter) => {
    const isSame = attributes.includes(filter.name) || offered.some(({ label }) => label === filter.label);
    return isSame ? { ...filter, label: other(filter.label) } : filter;
  });
  return { ...hook, displayedFilters: [...own, ...offered] };
}
