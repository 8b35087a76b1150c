import { Layouts, Page } from '@strapi/admin/strapi-admin';
import { Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { MissingRecord } from '../../../panel/strapi/missing-records';
import { panelOf } from '../../../shared/panels';
import type { DeletedRecord } from '../shared/history';
import { Rows } from './changes-list';
import { DeletedRow } from './deleted-row';
import { useList } from './use-list';
import { useText } from './use-text';

/** The page at the address of a record that is not there: who deleted it and when, with a button to restore it; or that there is none. */
export function MissingPage({ uid, documentId, status }: MissingRecord) {
  const { t } = useText();
  if (status === 404 && panelOf(uid)) return <FromHistory key={documentId} uid={uid} document={documentId} />;
  return (
    <PageWith title={t('missing')}>
      <Typography textColor="neutral600">{t('missing.hint')}</Typography>
    </PageWith>
  );
}

/** What history knows of a record. Once it is restored, Strapi reads the record and shows its form again. */
function FromHistory({ uid, document }: { uid: string; document: string }) {
  const { t } = useText();
  const list = useList<DeletedRecord>('/newsroom/history/deleted', { uid, document });
  if (!list.isLoaded && !list.isFailed) return <Page.Loading>{t('loading')}</Page.Loading>;
  const isDeleted = list.rows.length > 0;
  return (
    <PageWith
      title={t(isDeleted ? 'missing.deleted' : list.isLoaded ? 'missing' : 'missing.unread')}
      {...(isDeleted && { subtitle: t('missing.deleted.subtitle') })}
    >
      <Rows list={list} none={t('missing.hint')}>
        {list.rows.map((record) => (
          <DeletedRow key={record.number} record={record} onDone={list.reload} />
        ))}
      </Rows>
    </PageWith>
  );
}

const PageWith = ({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) => (
  <Page.Main>
    <Page.Title>{title}</Page.Title>
    <Layouts.Header title={title} {...(subtitle && { subtitle })} />
    <Layouts.Content>{children}</Layouts.Content>
  </Page.Main>
);
