import { Button, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { nameOf, titleOf } from '../../../shared/panels';
import type { DeletedRecord } from '../shared/history';
import { Row } from './changes-list';
import { ComparisonDialog } from './comparison-dialog';
import { ChangeLine } from './entry';
import { RestoreDialog } from './restore-dialog';
import { useText } from './use-text';

interface Props {
  record: DeletedRecord;
  /** Called when the record may have been restored. */
  onDone(): void;
}

/** A deleted record, who deleted it and when, with buttons to look at it and to restore it. */
export function DeletedRow({ record, onDone }: Props) {
  const { t, language } = useText();
  const [dialog, setDialog] = useState<'comparison' | 'restore'>();
  const { uid, number } = record;
  const { change } = record.change;
  const title = titleOf(uid, record, language);
  const done = () => {
    setDialog(undefined);
    onDone();
  };
  return (
    <Row
      buttons={
        <>
          <Button
            variant="tertiary"
            size="S"
            onClick={() => setDialog('comparison')}
            aria-label={t('deleted.show.label', { title })}
          >
            {t('deleted.show')}
          </Button>
          <Button
            variant="secondary"
            size="S"
            onClick={() => setDialog('restore')}
            aria-label={t('deleted.restore.label', { title })}
          >
            {t('restore.deleted')}
          </Button>
        </>
      }
    >
      <Flex gap={2} alignItems="baseline" wrap="wrap">
        <Typography variant="pi" textColor="neutral600">
          {nameOf(uid, language)}
        </Typography>
        <Typography fontWeight="semiBold">{title}</Typography>
      </Flex>
      <ChangeLine change={record.change} />
      {dialog === 'comparison' && (
        <ComparisonDialog uid={uid} number={number} change={change} isLatest onClose={done} />
      )}
      {dialog === 'restore' && (
        <RestoreDialog
          request={{ kind: 'record', uid, number, change }}
          onClose={() => setDialog(undefined)}
          onDone={done}
        />
      )}
    </Row>
  );
}
