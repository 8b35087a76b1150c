import { Box, Checkbox, Field, Flex, MultiSelect, MultiSelectOption, NumberInput } from '@strapi/design-system';
import { useId } from 'react';
import { isSourceName } from '../../../../../common/source-name';
import type { ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

/** How files are imported: the fields that match records without an id, the name of their source, and whether warnings count as faults. */
export interface ImportSettings {
  match: string[];
  source: string;
  /** Whether what the source no longer has is removed, and how many records of each resource may go. */
  sync: boolean;
  syncLimit?: number | undefined;
  strict: boolean;
}

export const DEFAULT_SETTINGS: ImportSettings = { match: [], source: '', sync: false, strict: false };

/** The fields by which records of these resources can be matched. */
export const matchableFields = (resources: ImportableResource[]): string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(({ name, canMatch }) => (canMatch ? name : [])))),
];

/** Whether the source is a name that can be, or none. */
export const hasValidSource = ({ source }: ImportSettings): boolean => source === '' || isSourceName(source);

interface Props {
  value: ImportSettings;
  /** The resources that the files hold. */
  resources: ImportableResource[];
  /** The names of sources so far. */
  sources: string[];
  onChange(value: ImportSettings): void;
}

/** The form for the settings of an import. */
export function ImportSettingsForm({ value, resources, sources, onChange }: Props) {
  const { t, fieldOf } = useText();
  const listId = useId();
  const fields = matchableFields(resources);
  const labelOf = (name: string) => {
    const resource = resources.find((each) => each.fields.some((field) => field.name === name));
    const label = fieldOf(resource, name);
    return label === name ? name : `${label} · ${name}`;
  };
  return (
    <Flex gap={6} alignItems="flex-start" wrap="wrap">
      <Box flex="1" minWidth="28rem" maxWidth="52rem">
        <Field.Root name="match" hint={t('match.hint')}>
          <Field.Label>{t('match')}</Field.Label>
          <MultiSelect
            withTags
            value={value.match.filter((name) => fields.includes(name))}
            onChange={(match: string[]) => onChange({ ...value, match })}
            placeholder={t('match.none')}
            onClear={() => onChange({ ...value, match: [] })}
            clearLabel={t('match.clear')}
          >
            {fields.map((name) => (
              <MultiSelectOption key={name} value={name}>
                {labelOf(name)}
              </MultiSelectOption>
            ))}
          </MultiSelect>
          <Field.Hint />
        </Field.Root>
      </Box>
      <Box width="20rem">
        <Field.Root name="source" hint={t('source.hint')} error={hasValidSource(value) ? undefined : t('source.wrong')}>
          <Field.Label>{t('source')}</Field.Label>
          <Field.Input
            type="text"
            list={listId}
            maxLength={40}
            value={value.source}
            onChange={({ target }: { target: { value: string } }) =>
              onChange({ ...value, source: target.value.trim() })
            }
          />
          <datalist id={listId}>
            {sources.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field.Hint />
          <Field.Error />
        </Field.Root>
      </Box>
      {value.source && (
        <Flex direction="column" alignItems="flex-start" gap={2} paddingTop={7}>
          <Checkbox checked={value.sync} onCheckedChange={(checked) => onChange({ ...value, sync: checked === true })}>
            {t('sync')}
          </Checkbox>
          {value.sync && (
            <Field.Root name="syncLimit" hint={t('sync.limit.hint')}>
              <Field.Label>{t('sync.limit')}</Field.Label>
              <NumberInput
                value={value.syncLimit}
                onValueChange={(syncLimit: number | undefined) => onChange({ ...value, syncLimit })}
              />
              <Field.Hint />
            </Field.Root>
          )}
        </Flex>
      )}
      <Box paddingTop={7}>
        <Checkbox
          checked={value.strict}
          onCheckedChange={(checked) => onChange({ ...value, strict: checked === true })}
        >
          {t('strict')}
        </Checkbox>
      </Box>
    </Flex>
  );
}
