import { Layouts, Page } from '@strapi/admin/strapi-admin';
import { Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Notice } from '../../../panel/notice';
import { permissionFor } from '../../../panel/permissions';
import { IMPORT_ACTION } from '../shared/content-import';
import { Batches } from './batches';
import { JobCard } from './job-card';
import { NewImport } from './new-import';
import { useImports } from './use-imports';
import { useText } from './use-text';

const PERMISSIONS = [permissionFor(IMPORT_ACTION)];

/** The page that previews, applies and undoes imports. */
export default function ImportPage() {
  return (
    <Page.Protect permissions={PERMISSIONS}>
      <Imports />
    </Page.Protect>
  );
}

function Imports() {
  const { t } = useText();
  const { options, overview, setPage, refresh, hasFailed } = useImports();
  const [uploading, setUploading] = useState<string>();
  // NewImport shows the upload of this page itself.
  // What is only named may be of any kind.
  const resources = options ? [...options.resources, ...options.others] : [];
  const jobs = overview?.jobs.filter(({ id, state }) => !(id === uploading && state === 'uploading')) ?? [];
  return (
    <Page.Main>
      <Page.Title>{t('title')}</Page.Title>
      <Layouts.Header title={t('title')} subtitle={t('subtitle')} />
      <Layouts.Content>
        {!(options && overview) &&
          (hasFailed ? <Notice kind="danger">{t('refused.unreachable')}</Notice> : <Page.Loading />)}
        {options && overview && (
          <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
            {hasFailed && <Notice kind="warning">{t('refused.unreachable')}</Notice>}
            <NewImport
              options={options}
              onStart={setUploading}
              onEnd={() => {
                setUploading(undefined);
                refresh();
              }}
            />
            {jobs.length > 0 && (
              <Flex tag="section" direction="column" alignItems="stretch" gap={3} aria-labelledby="import-jobs">
                <Typography variant="beta" tag="h2" id="import-jobs">
                  {t('jobs')}
                </Typography>
                {jobs.map((job, index) => (
                  <JobCard key={job.id} job={job} resources={resources} isFirst={index === 0} refresh={refresh} />
                ))}
              </Flex>
            )}
            <Batches overview={overview} resources={resources} onPage={setPage} refresh={refresh} />
          </Flex>
        )}
      </Layouts.Content>
    </Page.Main>
  );
}
