import { useForm } from '@strapi/admin/strapi-admin';
import { Field, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { inLanguage } from '../../../panel/language';
import { useFetch } from '../../../panel/use-fetch';
import { panelOf } from '../../../shared/panels';
import { chosenIn, type HeldValue } from '../shared/filters';
import { usablePath } from './paths';
import { RecordField } from './record-field';
import { useListUid } from './use-list-uid';

interface Props {
  /** The name of the value in Strapi's form of a filter. */
  name: string;
  'aria-label': string;
}

/** Strapi's form of a filter: its field, its operator, and its value. Checked with Strapi 5.54.0. */
interface FilterForm {
  values: { name?: string; filter?: string; value?: HeldValue | string };
  onChange(name: string, value: unknown): void;
}

/** What a filter of the API is compared with: a record by its name, one of a few values, a number or a text. */
export function ValueField({ name, 'aria-label': label }: Props) {
  const { formatMessage } = useIntl();
  const uid = useListUid();
  const { data: usable } = useFetch<string[]>(usablePath(uid));
  const { values, onChange } = useForm('ValueField', (form) => form) as unknown as FilterForm;
  const filter = chosenIn({ [values.name ?? '']: {} })?.name ?? '';
  const held = typeof values.value === 'object' ? values.value[filter] : undefined;
  // The form keeps operator and value of another field.
  const isForeign = values.filter !== '$eq' || (values.value !== undefined && held === undefined);
  useEffect(() => {
    if (!isForeign) return;
    onChange('filter', '$eq');
    onChange(name, undefined);
  }, [isForeign, name, onChange]);
  // A field of Strapi's that is chosen next must not get a value of ours.
  useEffect(() => () => onChange(name, undefined), [name, onChange]);
  const declared = panelOf(uid)?.filters?.[filter];
  if (!declared) return null;
  if (usable && !usable.includes(filter))
    return (
      <Typography textColor="danger600">{formatMessage({ id: 'newsroom.list-filters.fault.forbidden' })}</Typography>
    );
  const value = held ?? '';
  const choose = (chosen: string | number) => onChange(name, chosen === '' ? undefined : { [filter]: String(chosen) });
  if (declared.of) return <RecordField key={filter} uid={declared.of} {...{ label, value }} onChoose={choose} />;
  if (declared.values)
    return (
      <SingleSelect aria-label={label} value={value} onChange={choose}>
        {Object.entries(declared.values).map(([each, text]) => (
          <SingleSelectOption key={each} value={each}>
            {inLanguage(text)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    );
  return (
    <Field.Root>
      <Field.Input
        type={declared.isNumber ? 'number' : 'text'}
        aria-label={label}
        value={value}
        onChange={({ target }) => choose(target.value)}
      />
    </Field.Root>
  );
}
