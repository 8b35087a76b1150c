import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Button, Checkbox, Flex } from '@strapi/design-system';
import { Notice } from '../../../panel/notice';
import type { Job, JobOptions, Outcome } from '../shared/content-import';
import { useAction } from './use-action';
import { useText } from './use-text';

interface Props {
  job: Job;
  outcome: Outcome;
  refresh(): Promise<void>;
}

/**
 * Says what people have done since the last import, and lets the editor decide what the file may overwrite, and how much it may remove: the
 * import is planned again.
 */
export function EditChoices({ job, outcome: { editCounts, neededLimit }, refresh }: Props) {
  const { t } = useText();
  const { post } = useFetchClient();
  const { perform, isBusy } = useAction();
  const kinds = (['edited', 'merged', 'conflict', 'gone', 'deleted', 'matched'] as const).filter(
    (kind) => editCounts[kind],
  );
  if (kinds.length === 0 && neededLimit === undefined) return null;
  const choose = async (options: Partial<JobOptions>) => {
    await perform(() => post(`/newsroom/imports/${job.id}/plan`, options));
    await refresh();
  };
  const choices = [
    { name: 'takesFile', isShown: editCounts.conflict },
    { name: 'syncAll', isShown: editCounts.gone },
    { name: 'restoresDeleted', isShown: editCounts.deleted },
  ] as const;
  return (
    <Notice kind="info">
      {neededLimit !== undefined && `${t('sync.tooMany')}\n`}
      {kinds.map((kind) => `${t(`edits.${kind}`, { count: editCounts[kind] ?? 0 })}\n`)}
      <Flex direction="column" alignItems="flex-start" gap={2} paddingTop={2}>
        {choices.map(
          ({ name, isShown }) =>
            isShown && (
              <Checkbox
                key={name}
                checked={job.options[name] ?? false}
                disabled={isBusy}
                onCheckedChange={(checked) => choose({ [name]: checked === true })}
              >
                {t(`edits.${name}`)}
              </Checkbox>
            ),
        )}
        {neededLimit !== undefined && (
          <Button variant="danger-light" disabled={isBusy} onClick={() => choose({ syncLimit: neededLimit })}>
            {t('sync.confirm', { count: neededLimit })}
          </Button>
        )}
      </Flex>
    </Notice>
  );
}
