import { Layouts, Page, useQueryParams } from '@strapi/admin/strapi-admin';
import { Flex, Typography } from '@strapi/design-system';
import { useFetch } from '../../../panel/use-fetch';
import type { ChangeFilters, ChangeOptions } from '../shared/history';
import { ChangesOfPage } from './changes-list';
import { Filters } from './filters';
import { useText } from './use-text';

/** The names of the filters in the page's address. */
const NAMES = ['uid', 'number', 'action', 'by', 'door', 'kind', 'batch', 'from', 'to'] as const;

/** The page with all changes, whoever made them. */
export default function ChangesPage() {
  const { t } = useText();
  const [{ query }, setQuery] = useQueryParams<ChangeFilters & { page?: string }>();
  const { data: options, isFailed } = useFetch<ChangeOptions>('/newsroom/history/options');
  const filters: ChangeFilters = Object.fromEntries(
    NAMES.flatMap((name) => (typeof query?.[name] === 'string' ? [[name, query[name]]] : [])),
  );
  const change = (next: ChangeFilters) =>
    setQuery({ ...Object.fromEntries(NAMES.map((name) => [name, next[name]])), page: undefined } as ChangeFilters);
  const page = Math.max(1, Math.floor(Number(query?.page)) || 1);
  return (
    <Page.Main>
      <Page.Title>{t('changes')}</Page.Title>
      <Layouts.Header title={t('changes')} subtitle={t('changes.subtitle')} />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={5} paddingBottom={8}>
          {isFailed && <Typography textColor="danger600">{t('failed')}</Typography>}
          {options && <Filters filters={filters} options={options} onChange={change} />}
          {options && <ChangesOfPage filters={filters} page={page} />}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}
