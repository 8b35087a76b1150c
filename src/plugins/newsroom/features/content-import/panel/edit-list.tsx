import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Badge, Button, Checkbox, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { FieldComparison } from '../../history/panel/field-comparison';
import type { EditDescription } from '../shared/changes';
import type { EditKind, ImportableResource, Job } from '../shared/content-import';
import { Pager } from './pager';
import { RecordBox } from './record-box';
import { useAction } from './use-action';
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
  refresh(): Promise<void>;
}

/** The name of a decision: that of a field, or of a record. */
const nameOf = ({ resource, number, fields }: EditDescription): string =>
  [resource, number, ...fields.slice(0, 1).map(({ name }) => name)].join('/');

/**
 * What people have done since the last import, and what the plan makes of it, page by page. The editor may choose for each: the import is
 * planned again with all choices.
 */
export function EditList({ job, resources, refresh }: Props) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const edits = usePage<EditDescription>(`/newsroom/imports/${job.id}/edits`, { page, plan: job.plan });
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const { post } = useFetchClient();
  const { perform, isBusy } = useAction();
  const count = Object.keys(chosen).length;
  const choose = (edit: EditDescription, isTaken: boolean) =>
    setChosen(({ [nameOf(edit)]: _, ...others }) =>
      isTaken === edit.isTaken ? others : { ...others, [nameOf(edit)]: isTaken },
    );
  const planAgain = async () => {
    const decisions = { ...job.options.decisions, ...chosen };
    await perform(() => post(`/newsroom/imports/${job.id}/plan`, { decisions }));
    await refresh();
  };
  if (!edits) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {edits.rows.map((edit) => (
        <Edit
          key={`${edit.resource} ${edit.number} ${edit.fields[0]?.name} ${edit.kind}`}
          edit={edit}
          resources={resources}
          isTaken={chosen[nameOf(edit)] ?? edit.isTaken}
          isBusy={isBusy}
          choose={(isTaken) => choose(edit, isTaken)}
        />
      ))}
      <Pager {...edits} onPage={setPage} />
      {count > 0 && (
        <Flex>
          <Button variant="secondary" loading={isBusy} onClick={planAgain}>
            {t('edits.planAgain', { count })}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

interface EditProps {
  edit: EditDescription;
  resources: ImportableResource[];
  /** Whether the file is to win. */
  isTaken: boolean;
  isBusy: boolean;
  choose(isTaken: boolean): void;
}

function Edit({ edit, resources, isBusy, choose, ...choice }: EditProps) {
  const { t, fieldOf, nameOf: labelOf, formatDate } = useText();
  const { kind, isTaken, fields, before, after, names, differences, by, stay } = edit;
  const [change] = fields;
  const resource = resources.find(({ name }) => name === edit.resource);
  const field = change && fieldOf(resource, change.name);
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
        {kind !== 'matched' && edit.number > 0 && (
          <Checkbox checked={choice.isTaken} disabled={isBusy} onCheckedChange={(checked) => choose(checked === true)}>
            {t(`edit.${kind}.take`)}
          </Checkbox>
        )}
      </Flex>
    </RecordBox>
  );
}
