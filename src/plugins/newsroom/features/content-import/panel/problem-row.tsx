import { Badge, Flex, Td, Tr, Typography } from '@strapi/design-system';
import { FindingSentence, useFindingTitle } from '../../findings/panel/sentence';
import type { ImportableResource, Job, Problem, ProblemKind } from '../shared/content-import';
import { useText } from './use-text';

interface Props {
  problem: Problem;
  kind: ProblemKind;
  resources: ImportableResource[];
  job: Job;
}

/** A problem: its place, its cause and its remedy. */
export function ProblemRow({ problem, kind, resources, job }: Props) {
  const { t, fieldOf, nameOf, optionalText } = useText();
  const titleOf = useFindingTitle();
  const { file, line, record, path, code, message, value, number, details } = problem;
  const resource = problem.resource ?? job.files.find(({ name }) => name === file)?.resource ?? '';
  const field = fieldOf(
    resources.find(({ name }) => name === resource),
    path.replace(/[.[].*$/, ''),
  );
  const place = line === undefined ? t('problems.record', { record }) : t('problems.line', { line });
  const text =
    details &&
    optionalText(`problem.${code}`, { ...details, resource: nameOf(resources, String(details.resource ?? '')) });
  const wide = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  return (
    <Tr>
      <Td style={{ ...wide, verticalAlign: 'top', paddingTop: '1.6rem', paddingBottom: '1.6rem' }}>
        <Flex direction="column" alignItems="flex-start">
          {file && <Typography fontWeight="semiBold">{file}</Typography>}
          {file && record > 0 && <Typography variant="pi">{place}</Typography>}
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
            {titleOf(code)}
          </Badge>
          {text === undefined ? <FindingSentence code={code} message={message} /> : <Typography>{text}</Typography>}
        </Flex>
      </Td>
      <Td style={{ ...wide, verticalAlign: 'top' }}>
        {value !== undefined && <code style={{ fontSize: '1.3rem' }}>{value}</code>}
      </Td>
    </Tr>
  );
}
