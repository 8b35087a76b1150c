import { Field } from '@strapi/design-system';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** A text field that filters a list as one types. */
export const TextFilter = ({ label, value, onChange }: Props) => (
  <Field.Root>
    <Field.Input
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field.Root>
);
