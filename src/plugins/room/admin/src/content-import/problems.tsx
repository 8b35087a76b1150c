import { useDebounce } from '@strapi/admin/strapi-admin';
import {
  Badge,
  Box,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Table,
  Tbody,
  Td,
  TextInput,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import { useState } from 'react';
import type { ImportableResource, Job, Problem, ProblemKind } from '../../../shared/content-import';
import { Pager } from './pager';
import { usePage } from './use-page';
import { useText } from './use-text';

interface Props {
  job: Job;
  kind: ProblemKind;
  /** How many there are; more than are named, it may be. */
  count: number;
  resources: ImportableResource[];
}

/** What is wrong or odd: where it stands, what it is, what to do; by file, and searched. */
export function Problems({ job, kind, count, resources }: Props) {
  const { t, formatNumber } = useText();
  const [file, setFile] = useState('');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const sought = useDebounce(text, 300);
  const found = usePage<Problem>(`/room/imports/${job.id}/problems`, {
    kind,
    page,
    ...(file ? { file } : {}),
    ...(sought ? { text: sought } : {}),
  });
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPage(1);
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Flex gap={3} wrap="wrap">
        {job.kind === 'import' && job.files.length > 1 && (
          <Box width="26rem">
            <SingleSelect
              size="S"
              aria-label={t('problems.file')}
              placeholder={t('problems.file.all')}
              value={file || null}
              onChange={(value) => change(setFile)(String(value))}
              onClear={() => change(setFile)('')}
              clearLabel={t('problems.file.all')}
            >
              {job.files.map(({ name }) => (
                <SingleSelectOption key={name} value={name}>
                  {name}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Box>
        )}
        <Box width="26rem">
          <TextInput
            size="S"
            aria-label={t('problems.search')}
            placeholder={t('problems.search')}
            value={text}
            onChange={({ target }) => change(setText)(target.value)}
          />
        </Box>
      </Flex>
      <Box overflow="auto">
        <Table colCount={4} rowCount={(found?.rows.length ?? 0) + 1}>
          <Thead>
            <Tr>
              {['where', 'field', 'what', 'value'].map((name) => (
                <Th key={name}>
                  <Typography variant="sigma">{t(`problems.${name}`)}</Typography>
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {found?.rows.map((problem) => (
              <Row
                key={`${problem.file} ${problem.record} ${problem.number} ${problem.path} ${problem.message}`}
                problem={problem}
                kind={kind}
                resources={resources}
                job={job}
              />
            ))}
          </Tbody>
        </Table>
      </Box>
      {found?.total === 0 && <Typography textColor="neutral600">{t('problems.none')}</Typography>}
      {found && <Pager {...found} onPage={setPage} />}
      {found && !file && !sought && found.total < count && (
        <Typography variant="pi" textColor="neutral600">
          {t('problems.more', { named: formatNumber(found.total), count: formatNumber(count) })}
        </Typography>
      )}
    </Flex>
  );
}

interface RowProps {
  problem: Problem;
  kind: ProblemKind;
  resources: ImportableResource[];
  job: Job;
}

function Row({ problem, kind, resources, job }: RowProps) {
  const { t, maybe, fieldOf, nameOf } = useText();
  const { file, line, record, path, code, message, value, number } = problem;
  const resource = problem.resource ?? job.files.find(({ name }) => name === file)?.resource ?? '';
  const field = fieldOf(
    resources.find(({ name }) => name === resource),
    path.replace(/[.[].*$/, ''),
  );
  const place = line === undefined ? t('problems.record', { record }) : t('problems.line', { line });
  const wide = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  return (
    <Tr>
      <Td style={{ ...wide, verticalAlign: 'top', paddingTop: '1.6rem', paddingBottom: '1.6rem' }}>
        <Flex direction="column" alignItems="flex-start">
          {file && <Typography fontWeight="semiBold">{file}</Typography>}
          {file && <Typography variant="pi">{place}</Typography>}
          {number !== undefined && number >= 0 && (
            <Typography variant="pi" textColor="neutral600">
              {`${nameOf(resources, resource)} ${number}`}
            </Typography>
          )}
        </Flex>
      </Td>
      <Td style={{ ...wide, verticalAlign: 'top' }}>
        <Flex direction="column" alignItems="flex-start">
          <Typography>{path ? field : '–'}</Typography>
          {path && path !== field && (
            <Typography variant="pi" textColor="neutral600">
              {path}
            </Typography>
          )}
        </Flex>
      </Td>
      <Td style={{ ...wide, verticalAlign: 'top', minWidth: '28rem' }}>
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Badge size="S" variant={kind === 'warnings' ? 'warning' : 'danger'}>
            {maybe(`code.${code}`) ?? code}
          </Badge>
          <Typography>{message}</Typography>
          {maybe(`code.${code}.do`) && (
            <Typography variant="pi" textColor="neutral600">
              {maybe(`code.${code}.do`)}
            </Typography>
          )}
        </Flex>
      </Td>
      <Td style={{ ...wide, verticalAlign: 'top' }}>
        {value !== undefined && <code style={{ fontSize: '1.3rem' }}>{value}</code>}
      </Td>
    </Tr>
  );
}
