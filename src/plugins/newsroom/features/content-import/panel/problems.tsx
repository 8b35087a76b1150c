import { useDebounce } from '@strapi/admin/strapi-admin';
import {
  Box,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Table,
  Tbody,
  TextInput,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import { useState } from 'react';
import type { ImportableResource, Job, Problem, ProblemKind } from '../shared/content-import';
import { Pager } from './pager';
import { ProblemRow } from './problem-row';
import { usePage } from './use-page';
import { useText } from './use-text';

interface Props {
  job: Job;
  kind: ProblemKind;
  /** How many there are; the plan may list fewer. */
  count: number;
  resources: ImportableResource[];
}

/** The problems of an import, filtered by file and text. */
export function Problems({ job, kind, count, resources }: Props) {
  const { t, formatNumber } = useText();
  const [file, setFile] = useState('');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebounce(text, 300);
  const problems = usePage<Problem>(`/newsroom/imports/${job.id}/problems`, {
    kind,
    page,
    ...(file ? { file } : {}),
    ...(search ? { text: search } : {}),
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
        <Table colCount={4} rowCount={(problems?.rows.length ?? 0) + 1}>
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
            {problems?.rows.map((problem) => (
              <ProblemRow
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
      {problems?.total === 0 && <Typography textColor="neutral600">{t('problems.none')}</Typography>}
      {problems && <Pager {...problems} onPage={setPage} />}
      {problems && !file && !search && problems.total < count && (
        <Typography variant="pi" textColor="neutral600">
          {t('problems.more', { named: formatNumber(problems.total), count: formatNumber(count) })}
        </Typography>
      )}
    </Flex>
  );
}
