import { Box, Checkbox, Field, Flex, MultiSelect, MultiSelectOption } from '@strapi/design-system';
import type { ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

/** How files are imported: the fields that match records without an id, and whether warnings count as faults. */
export interface ImportSettings {
  match: string[];
  strict: boolean;
}

export const DEFAULT_SETTINGS: ImportSettings = { match: [], strict: false };

/** The fields by which records of these resources can be matched. */
export const matchableFields = (resources: ImportableResource[]): string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(({ name, canMatch }) => (canMatch ? name : [])))),
];

interface Props {
  value: ImportSettings;
  /** The resources that the files hold. */
  resources: ImportableResource[];
  onChange(value: ImportSettings): void;
}

/** The form for the settings of an import. */
export function ImportSettingsForm({ value, resources, onChange }: Props) {
  const { t, fieldOf } = useText();
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
