import { Alert } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFetch } from '../../../panel/use-fetch';
import type { BackupState } from '../shared/backups';

/** Warns Super Admins of a backup that failed or is damaged. */
export function BackupWarning() {
  const { formatMessage } = useIntl();
  const { data } = useFetch<BackupState>('/newsroom/desk/backups');
  const [isClosed, setClosed] = useState(false);
  if (!data?.fault || isClosed) return null;
  return (
    <Alert
      variant="danger"
      title={formatMessage({ id: 'newsroom.navigation.backups' })}
      closeLabel={formatMessage({ id: 'newsroom.navigation.backups.close' })}
      onClose={() => setClosed(true)}
    >
      {data.fault}
    </Alert>
  );
}
