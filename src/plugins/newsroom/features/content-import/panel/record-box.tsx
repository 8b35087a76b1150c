import { Badge, Box, Flex, Link, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { recordPath } from '../../../panel/strapi/paths';
import type { RecordChange } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

interface Props {
  record: Pick<RecordChange, 'number' | 'title' | 'documentId' | 'file' | 'record' | 'line'>;
  resource: ImportableResource | undefined;
  children: ReactNode;
}

/** A record of a plan: its name, and where the files have it. */
export function RecordBox({ record, resource, children }: Props) {
  const { t } = useText();
  const { number, title, documentId, file, line } = record;
  const name = title ?? (number < 0 ? t('change.new') : String(number));
  const place = line === undefined ? t('problems.record', { record: record.record }) : t('problems.line', { line });
  return (
    <Box tag="article" borderColor="neutral150" hasRadius padding={4} aria-label={name}>
      <Flex gap={2} justifyContent="space-between" wrap="wrap" paddingBottom={2}>
        <Flex gap={2}>
          {documentId && resource ? (
            <Link tag={NavLink} to={recordPath(resource.uid, documentId)}>
              {name}
            </Link>
          ) : (
            <Typography fontWeight="bold">{name}</Typography>
          )}
          {number >= 0 && <Badge size="S">{number}</Badge>}
        </Flex>
        <Typography variant="pi" textColor="neutral600">
          {record.record > 0 ? `${file} · ${place}` : file}
        </Typography>
      </Flex>
      {children}
    </Box>
  );
}
