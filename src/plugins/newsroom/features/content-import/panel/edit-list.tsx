import { Badge, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { FieldComparison } from '../../history/panel/field-comparison';
import type { EditDescription } from '../shared/changes';
import type { EditKind, ImportableResource, Job } from '../shared/content-import';
import { Pager } from './pager';
import { RecordBox } from './record-box';
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

/** What people have done since the last import, and what the plan makes of it, page by page. */
export function EditList({ job, resources }: { job: Job; resources: ImportableResource[] }) {
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
        />
      ))}
      <Pager {...edits} onPage={setPage} />
    </Flex>
  );
}

function Edit({ edit, resources }: { edit: EditDescription; resources: ImportableResource[] }) {
  const { t, fieldOf, nameOf, formatDate } = useText();
  const { kind, isTaken, fields, before, after, names, differences, by, stay } = edit;
  const [change] = fields;
  const resource = resources.find(({ name }) => name === edit.resource);
  const field = change && fieldOf(resource, change.name);
  const stayText = ({ reason, sources = [], dependent }: NonNullable<EditDescription['stay']>): string => {
    const text = t(`stay.${reason}`, { sources: sources.join(t('change.comma')) });
    if (!dependent) return text;
    return t('stay.dependent', { name: nameOf(resources, dependent.resource), number: String(dependent.number), text });
  };
  return (
    <RecordBox record={edit} resource={resource}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        <Flex gap={2} wrap="wrap">
          <Badge variant={COLORS[kind]}>{t(`edit.${kind}${isTaken && kind !== 'merged' ? '.taken' : ''}`)}</Badge>
          <Typography variant="pi" textColor="neutral600">
            {[
              field ?? nameOf(resources, edit.resource),
              stay && stayText(stay),
              by &&
                `${by.name ?? t('edit.nobody')} · ${formatDate(by.at, { dateStyle: 'medium', timeStyle: 'short' })}`,
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
      </Flex>
    </RecordBox>
  );
}
