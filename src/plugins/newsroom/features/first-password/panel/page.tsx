import { useAuth } from '@strapi/admin/strapi-admin';
import { Box, Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { passwordChangeStore } from './refusals';
import { useChange } from './use-change';

/** Covers the whole panel while the service demands a new password. */
export function FirstPassword() {
  const isRequired = useSyncExternalStore(passwordChangeStore.subscribe, passwordChangeStore.get);
  const token = useAuth('FirstPassword', (state) => state.token);
  return isRequired && token ? <Page /> : null;
}

/** Above the panel's navigation and every dialog. */
const OVERLAY = { position: 'fixed', inset: 0, zIndex: 10_000, overflow: 'auto' } as const;

const FIELDS = ['current', 'new', 'again'] as const;

function Page() {
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.first-password.${key}` });
  const [values, setValues] = useState({ current: '', new: '', again: '' });
  const { change, fault, isChanging } = useChange();
  const logOut = useAuth('FirstPassword', (state) => state.logout);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(values);
  };
  const leave = async () => {
    await logOut();
    passwordChangeStore.set(false);
  };
  return (
    <Box background="neutral100" style={OVERLAY} role="dialog" aria-modal="true" aria-label={t('title')}>
      <Flex justifyContent="center" paddingTop={10} paddingBottom={10}>
        <Box
          tag="form"
          onSubmit={submit}
          background="neutral0"
          hasRadius
          shadow="tableShadow"
          padding={8}
          width="48rem"
        >
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Typography tag="h1" variant="alpha">
              {t('title')}
            </Typography>
            <Typography>{t('why')}</Typography>
            {FIELDS.map((name) => (
              <Field.Root key={name} name={name} required {...(name === 'new' ? { hint: t('rule') } : {})}>
                <Field.Label>{t(name)}</Field.Label>
                <TextInput
                  type="password"
                  name={name}
                  autoComplete={name === 'current' ? 'current-password' : 'new-password'}
                  value={values[name]}
                  onChange={({ target }: { target: { value: string } }) =>
                    setValues({ ...values, [name]: target.value })
                  }
                />
                <Field.Hint />
              </Field.Root>
            ))}
            {fault && (
              <Typography role="alert" textColor="danger600">
                {t(fault)}
              </Typography>
            )}
            <Flex justifyContent="space-between">
              <Button variant="tertiary" type="button" onClick={leave}>
                {t('leave')}
              </Button>
              <Button type="submit" loading={isChanging} disabled={Object.values(values).includes('')}>
                {t('change')}
              </Button>
            </Flex>
          </Flex>
        </Box>
      </Flex>
    </Box>
  );
}
