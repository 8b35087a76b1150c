import { Box, Checkbox, Field, Flex, MultiSelect, MultiSelectOption } from '@strapi/design-system';
import type { ImportableResource } from '../shared/content-import';
import { useText } from './use-text';

/** How files are read: by which fields records without identifier are matched, and whether what is odd is a fault. */
export interface How {
  match: string[];
  strict: boolean;
}

export const AS_IT_IS: How = { match: [], strict: false };

/** The fields that records of some kinds can be matched by. */
export const matchable = (resources: ImportableResource[]): string[] => [
  ...new Set(resources.flatMap(({ fields }) => fields.flatMap(({ name, canMatch }) => (canMatch ? name : [])))),
];

interface Props {
  how: How;
  /** The kinds of records that the files hold. */
  resources: ImportableResource[];
  onChange(how: How): void;
}

/** Lets somebody say how the files are to be read. */
export function HowToRead({ how, resources, onChange }: Props) {
  const { t, fieldOf } = useText();
  const fields = matchable(resources);
  const labelled = (name: string) => {
    const of = resources.find((each) => each.fields.some((field) => field.name === name));
    const label = fieldOf(of, name);
    return label === name ? name : `${label} · ${name}`;
  };
  return (
    <Flex gap={6} alignItems="flex-start" wrap="wrap">
      <Box flex="1" minWidth="28rem" maxWidth="52rem">
        <Field.Root name="match" hint={t('match.hint')}>
          <Field.Label>{t('match')}</Field.Label>
          <MultiSelect
            withTags
            value={how.match.filter((name) => fields.includes(name))}
            onChange={(match: string[]) => onChange({ ...how, match })}
            placeholder={t('match.none')}
            onClear={() => onChange({ ...how, match: [] })}
            clearLabel={t('match.clear')}
          >
            {fields.map((name) => (
              <MultiSelectOption key={name} value={name}>
                {labelled(name)}
              </MultiSelectOption>
            ))}
          </MultiSelect>
          <Field.Hint />
        </Field.Root>
      </Box>
      <Box paddingTop={7}>
        <Checkbox checked={how.strict} onCheckedChange={(checked) => onChange({ ...how, strict: checked === true })}>
          {t('strict')}
        </Checkbox>
      </Box>
    </Flex>
  );
}
