import { useField } from '@strapi/admin/strapi-admin';
import { Field, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { inLanguage } from '../../../panel/language';
import { chosenIn, type HeldValue } from '../shared/filters';
import { RecordField } from './record-field';
import { useListPanel } from './use-list-panel';

interface Props {
  /** The name of the value in Strapi's form of a filter. */
  name: string;
  'aria-label': string;
}

/** What a filter of the API is compared with: a record by its name, one of a few values, or a text. */
export function ValueField({ name, 'aria-label': label }: Props) {
  const { formatMessage } = useIntl();
  const { usable } = useListPanel();
  const { value: filter } = useField<string>('name');
  const field = useField<HeldValue | undefined>(name);
  const api = chosenIn({ [filter ?? '']: {} })?.name ?? '';
  const declared = usable[api];
  if (!declared)
    return <Typography textColor="danger600">{formatMessage({ id: 'newsroom.list-filters.forbidden' })}</Typography>;
  const value = field.value?.id ?? '';
  const choose = (chosen: string | number) => field.onChange(name, chosen === '' ? undefined : { id: String(chosen) });
  const props = { label, value, onChoose: choose };
  if (declared.of) return <RecordField {...props} uid={declared.of} />;
  if (!declared.values)
    return (
      <Field.Root>
        <Field.Input aria-label={label} value={value} onChange={({ target }) => choose(target.value)} />
      </Field.Root>
    );
  return (
    <SingleSelect aria-label={label} value={value} onChange={choose}>
      {Object.entries(declared.values).map(([each, text]) => (
        <SingleSelectOption key={each} value={each}>
          {inLanguage(text)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
}
