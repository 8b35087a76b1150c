import { Badge, Flex, Radio, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { FieldComparison } from '../../history/panel/field-comparison';
import type { EditDescription } from '../shared/changes';
import type { EditKind, ImportableResource, Job } from '../shared/content-import';
import { Pager } from './pager';
import { RecordBox } from './record-box';
import type { Decisions } from './use-decisions';
import { usePage } from './use-page';
import { useText } from './use-text';

const COLORS: Record<EditKind, 'neutral' | 'success' | 'warning'> = {
  edited: 'success',
  merged: 'success',
  conflict: 'warning',
  gone: 'warning',
  deleted: 'warning',
  matched: 'neutral',
};

interface Props {
  job: Job;
  resources: ImportableResource[];
  decisions: Decisions;
}

/** The name of a decision: that of a field, or of a record. */
const nameOf = ({ resource, number, fields }: EditDescription): string =>
  [resource, number, ...fields.slice(0, 1).map(({ name }) => name)].join('/');

/** What people have done since the last import, and what the plan makes of it, page by page. The editor may decide each. */
export function EditList({ job, resources, decisions }: Props) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const edits = usePage<EditDescription>(`/newsroom/imports/${job.id}/edits`, { page, plan: job.plan });
  if (!edits) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {edits.rows.map((edit) => (
        <Edit
          key={`${edit.resource} ${edit.number} ${edit.fields[0]?.name} ${edit.kind}`}
          edit={edit}
          resources={resources}
          decisions={decisions}
        />
      ))}
      <Pager {...edits} onPage={setPage} />
    </Flex>
  );
}

interface EditProps extends Pick<Props, 'resources' | 'decisions'> {
  edit: EditDescription;
}

function Edit({ edit, resources, decisions }: EditProps) {
  const { t, fieldOf, nameOf: labelOf, formatDate } = useText();
  const { kind, isTaken, fields, before, after, names, differences, by, stay } = edit;
  const [change] = fields;
  const resource = resources.find(({ name }) => name === edit.resource);
  const field = change && fieldOf(resource, change.name);
  // What others require stays, whatever one wants.
  const isOpen = edit.number > 0 && stay?.reason !== 'required';
  const stayText = ({ reason, sources = [], user, dependent }: NonNullable<EditDescription['stay']>): string => {
    const text = t(`stay.${reason}`, {
      sources: sources.join(t('change.comma')),
      user: user ? `${labelOf(resources, user.resource)} ${user.number}` : '',
    });
    if (!dependent) return text;
    return t('stay.dependent', {
      name: labelOf(resources, dependent.resource),
      number: String(dependent.number),
      text,
    });
  };
  return (
    <RecordBox record={edit} resource={resource}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        <Flex gap={2} wrap="wrap">
          <Badge variant={COLORS[kind]}>{t(`edit.${kind}${isTaken && kind !== 'merged' ? '.taken' : ''}`)}</Badge>
          <Typography variant="pi" textColor="neutral600">
            {[
              field ?? labelOf(resources, edit.resource),
              stay && stayText(stay),
              by && (by.name ?? t('edit.nobody')),
              by && formatDate(by.at, { dateStyle: 'medium', timeStyle: 'short' }),
              by?.import && t(`edit.import${by.import.source ? '.source' : ''}`, by.import),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Flex>
        {change && (
          <FieldComparison
            uid={resource?.uid}
            field={change}
            before={before}
            after={after}
            names={names}
            difference={differences?.[change.name]}
          />
        )}
        {isOpen && <Choice edit={edit} decisions={decisions} />}
      </Flex>
    </RecordBox>
  );
}

/** Lets the editor decide an edit, or leave it to what holds for all. */
function Choice({ edit, decisions }: Omit<EditProps, 'resources'>) {
  const { t } = useText();
  const name = nameOf(edit);
  const choice = decisions.of[name];
  const records = edit.kind === 'gone' || edit.kind === 'deleted' ? `.${edit.kind}` : '';
  return (
    <Radio.Group
      aria-label={t('choice')}
      value={choice === undefined ? 'none' : choice ? 'file' : 'kept'}
      onValueChange={(value: string) => decisions.decide(name, value === 'none' ? undefined : value === 'file')}
    >
      <Flex gap={4} wrap="wrap">
        <Radio.Item value="none">{t('choice.none')}</Radio.Item>
        <Radio.Item value="kept">{t(`choice.kept${records}`)}</Radio.Item>
        <Radio.Item value="file">{t(`choice.file${records}`)}</Radio.Item>
      </Flex>
    </Radio.Group>
  );
}
