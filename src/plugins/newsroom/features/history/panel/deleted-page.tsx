import { Layouts, Page } from '@strapi/admin/strapi-admin';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useFetch } from '../../../panel/use-fetch';
import { nameOf, pluralOf, titleOf } from '../../../shared/panels';
import type { ChangeOptions, DeletedRecord } from '../shared/history';
import type { RestoreRequest } from '../shared/restore';
import { Row, Rows } from './changes-list';
import { ComparisonDialog } from './comparison-dialog';
import { ChangeLine } from './entry';
import { Choice } from './filters';
import { RestoreDialog } from './restore-dialog';
import { useList } from './use-list';
import { useText } from './use-text';

/** The page with the deleted records, each with a button to restore it. */
export default function DeletedPage() {
  const { t, language } = useText();
  const { data: options } = useFetch<ChangeOptions>('/newsroom/history/options');
  const [uid, setUid] = useState<string>();
  const list = useList<DeletedRecord>('/newsroom/history/deleted', { uid });
  const [compared, setCompared] = useState<DeletedRecord>();
  const [restored, setRestored] = useState<RestoreRequest>();
  const done = () => {
    setRestored(undefined);
    setCompared(undefined);
    list.reload();
  };
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
              <DeletedRow
                key={`${record.uid} ${record.number}`}
                record={record}
                onCompare={() => setCompared(record)}
                onRestore={() =>
                  setRestored({ kind: 'record', uid: record.uid, number: record.number, change: record.change.change })
                }
              />
            ))}
          </Rows>
        </Flex>
        {compared && (
          <ComparisonDialog
            uid={compared.uid}
            number={compared.number}
            change={compared.change.change}
            isLatest
            onClose={done}
          />
        )}
        {restored && <RestoreDialog request={restored} onClose={() => setRestored(undefined)} onDone={done} />}
      </Layouts.Content>
    </Page.Main>
  );
}

function DeletedRow({ record, onCompare, onRestore }: { record: DeletedRecord; onCompare(): void; onRestore(): void }) {
  const { t, language } = useText();
  const title = titleOf(record.uid, record, language);
  return (
    <Row
      buttons={
        <>
          <Button variant="tertiary" size="S" onClick={onCompare} aria-label={t('deleted.show.label', { title })}>
            {t('deleted.show')}
          </Button>
          <Button variant="secondary" size="S" onClick={onRestore} aria-label={t('deleted.restore.label', { title })}>
            {t('restore.deleted')}
          </Button>
        </>
      }
    >
      <Flex gap={2} alignItems="baseline" wrap="wrap">
        <Typography variant="pi" textColor="neutral600">
          {nameOf(record.uid, language)}
        </Typography>
        <Typography fontWeight="semiBold">{title}</Typography>
      </Flex>
      <ChangeLine change={record.change} />
    </Row>
  );
}
