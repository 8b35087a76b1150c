import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Checkbox, Flex } from '@strapi/design-system';
import { Notice } from '../../../panel/notice';
import type { Job, JobOptions, Outcome } from '../shared/content-import';
import { useAction } from './use-action';
import { useText } from './use-text';

interface Props {
  job: Job;
  outcome: Outcome;
  refresh(): Promise<void>;
}

/** Says what people have done since the last import, and lets the editor decide what the file may overwrite: the import is planned again. */
export function EditChoices({ job, outcome: { editCounts }, refresh }: Props) {
  const { t } = useText();
  const { post } = useFetchClient();
  const { perform, isBusy } = useAction();
  const kinds = (['edited', 'merged', 'conflict', 'gone', 'deleted', 'matched'] as const).filter(
    (kind) => editCounts[kind],
  );
  if (kinds.length === 0) return null;
  const choose = async (options: Partial<JobOptions>) => {
    await perform(() => post(`/newsroom/imports/${job.id}/plan`, options));
    await refresh();
  };
  const choices = [
    { name: 'takesFile', isShown: editCounts.conflict || editCounts.gone },
    { name: 'restoresDeleted', isShown: editCounts.deleted },
  ] as const;
  return (
    <Notice kind="info">
      {kinds.map((kind) => `${t(`edits.${kind}`, { count: editCounts[kind] ?? 0 })}\n`)}
      <Flex direction="column" alignItems="flex-start" gap={2} paddingTop={2}>
        {choices.map(
          ({ name, isShown }) =>
            isShown && (
              <Checkbox
                key={name}
                checked={job.options[name]}
                disabled={isBusy}
                onCheckedChange={(checked) => choose({ [name]: checked === true })}
              >
                {t(`edits.${name}`)}
              </Checkbox>
            ),
        )}
      </Flex>
    </Notice>
  );
}
