import { Button, Field, Flex, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { pluralOf } from '../../../shared/panels';
import type { ChangeFilters, ChangeOptions } from '../shared/history';
import { useText } from './use-text';

interface Props {
  filters: ChangeFilters;
  options: ChangeOptions;
  onChange(filters: ChangeFilters): void;
}

/** The filters of the list of changes. */
export function Filters({ filters, options, onChange }: Props) {
  const { t, actorOf, language } = useText();
  const set = (name: keyof ChangeFilters) => (value: string) => {
    const { [name]: _, ...others } = filters;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const actors = options.actors.map((actor) => ({
    value: JSON.stringify(actor),
    label: t('filter.actor', { who: actorOf(actor), kind: actor.kind ?? 'none' }),
  }));
  const setUid = (value: string) => {
    const { uid: _, number: __, ...others } = filters;
    onChange(value ? { ...others, uid: value } : others);
  };
  const uids = options.uids.map((uid) => ({ value: uid, label: pluralOf(uid, language) }));
  const known = (group: string, values: string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`, { batch: 0 }) }));
  return (
    <Flex gap={3} alignItems="flex-end" wrap="wrap" tag="section" aria-label={t('filters')}>
      <Choice label={t('filter.by')} value={filters.by} items={actors} onChange={set('by')} />
      <Choice label={t('filter.uid')} value={filters.uid} items={uids} onChange={setUid} />
      {filters.uid && (
        <Input label={t('filter.number')} type="number" value={filters.number} onChange={set('number')} />
      )}
      <Choice
        label={t('filter.action')}
        value={filters.action}
        items={known('filter.action', ['create', 'change', 'remove'])}
        onChange={set('action')}
      />
      <Choice
        label={t('filter.door')}
        value={filters.door}
        items={known('door', ['panel', 'api', 'command', 'sql', 'system', 'unknown'])}
        onChange={set('door')}
      />
      <Choice
        label={t('filter.kind')}
        value={filters.kind}
        items={known('filter.kind', ['write', 'import', 'undo', 'restore'])}
        onChange={set('kind')}
      />
      <Input label={t('filter.from')} type="date" value={filters.from} onChange={set('from')} />
      <Input label={t('filter.to')} type="date" value={filters.to} onChange={set('to')} />
      <Input label={t('filter.batch')} type="number" value={filters.batch} onChange={set('batch')} />
      {Object.keys(filters).length > 0 && (
        <Button variant="tertiary" size="L" onClick={() => onChange({})}>
          {t('filters.clear')}
        </Button>
      )}
    </Flex>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  items: { value: string; label: string }[];
  onChange(value: string): void;
}

/** A choice of one value, or all. */
export function Choice({ label, value, items, onChange }: ChoiceProps) {
  const { t } = useText();
  return (
    <Labelled label={label} width="15.5rem">
      <SingleSelect
        placeholder={t('filter.all')}
        value={value ?? ''}
        onChange={(chosen) => onChange(String(chosen))}
        onClear={value ? () => onChange('') : undefined}
        clearLabel={t('filters.clear')}
      >
        {items.map((item) => (
          <SingleSelectOption key={item.value} value={item.value}>
            {item.label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Labelled>
  );
}

interface InputProps {
  label: string;
  type: 'date' | 'number';
  value: string | undefined;
  onChange(value: string): void;
}

const Input = ({ label, type, value, onChange }: InputProps) => (
  <Labelled label={label} width={type === 'date' ? '15.5rem' : '10rem'}>
    <TextInput
      type={type}
      {...(type === 'number' && { min: 0 })}
      value={value ?? ''}
      onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
    />
  </Labelled>
);

const Labelled = ({ label, width, children }: { label: string; width: string; children: ReactNode }) => (
  <Field.Root width={width}>
    <Field.Label>{label}</Field.Label>
    {children}
  </Field.Root>
);
