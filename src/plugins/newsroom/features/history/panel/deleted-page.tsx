import { Layouts, Page } from '@strapi/admin/strapi-admin';
import { Flex } from '@strapi/design-system';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFetch } from '../../../panel/use-fetch';
import { pluralOf } from '../../../shared/panels';
import type { ChangeOptions, DeletedRecord } from '../shared/history';
import { Rows } from './changes-list';
import { DeletedRow } from './deleted-row';
import { Choice } from './filters';
import { useList } from './use-list';
import { useText } from './use-text';

/** The page with the deleted records, each with a button to restore it; at first those of the content type that its address names. */
export default function DeletedPage() {
  const { t, language } = useText();
  const { data: options } = useFetch<ChangeOptions>('/newsroom/history/options');
  const [params] = useSearchParams();
  const [uid, setUid] = useState(params.get('uid') ?? undefined);
  const list = useList<DeletedRecord>('/newsroom/history/deleted', { uid });
  return (
    <Page.Main>
      <Page.Title>{t('deleted')}</Page.Title>
      <Layouts.Header title={t('deleted')} subtitle={t('deleted.subtitle')} />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={5} paddingBottom={8}>
          <Choice
            label={t('filter.uid')}
            value={uid}
            items={(options?.uids ?? []).map((each) => ({ value: each, label: pluralOf(each, language) }))}
            onChange={(chosen) => setUid(chosen || undefined)}
          />
          <Rows list={list} none={t('deleted.none')}>
            {list.rows.map((record) => (
              <DeletedRow key={`${record.uid} ${record.number}`} record={record} onDone={list.reload} />
            ))}
          </Rows>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}
