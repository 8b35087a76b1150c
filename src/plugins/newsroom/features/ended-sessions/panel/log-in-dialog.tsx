import { useAuth } from '@strapi/admin/strapi-admin';
import { Button, Dialog, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '../../../panel/notice';
import { type LogInFault, logIn } from '../../../panel/strapi/session';
import { useSsoStatus } from '../../single-sign-on/panel/use-sso-status';
import { type EndedSession, endedSession, leave, noteAccount, resume } from './session';
import { useLogInWindow } from './use-log-in-window';

/** Lets the user log in again on top of the page when their session has ended; mounted on every page. */
export function LogInDialog() {
  const user = useAuth('LogInDialog', (auth) => auth.user);
  const token = useAuth('LogInDialog', (auth) => auth.token);
  const [id, email] = token && user ? [user.id, user.email] : [];
  useEffect(
    () => noteAccount(id === undefined || email === undefined ? undefined : { id: Number(id), email }, token),
    [id, email, token],
  );
  const ended = useSyncExternalStore(endedSession.subscribe, endedSession.get);
  return ended ? <Ended ended={ended} /> : null;
}

type Fault = LogInFault | { kind: 'blocked' };

function Ended({ ended: { account, isAway, other } }: { ended: EndedSession }) {
  const { formatMessage } = useIntl();
  const t = (key: string, values?: Record<string, string>) =>
    formatMessage({ id: `newsroom.ended-sessions.${key}` }, values);
  const [fault, setFault] = useState<Fault>();
  const sso = useSsoStatus(true);
  const [isWithPassword, setIsWithPassword] = useState(false);
  const openWindow = useLogInWindow();
  return (
    <Dialog.Root open>
      <Dialog.Content onEscapeKeyDown={(event: Event) => event.preventDefault()}>
        <Dialog.Header>{t('title')}</Dialog.Header>
        <Dialog.Body>
          <Flex direction="column" alignItems="stretch" gap={4} width="100%">
            <Typography>{t(isAway ? 'hint.away' : 'hint')}</Typography>
            {other && <Notice kind="danger">{t('other', { other, email: account.email })}</Notice>}
            {fault && <Notice kind="danger">{fault.kind === 'refused' ? fault.message : t(fault.kind)}</Notice>}
            {sso?.panel && (
              <Flex direction="column" alignItems="stretch" gap={2}>
                <Button variant="secondary" onClick={() => setFault(openWindow() ? undefined : { kind: 'blocked' })}>
                  {t('sso')}
                </Button>
                <Typography variant="pi" textColor="neutral600">
                  {t('sso.hint')}
                </Typography>
              </Flex>
            )}
            {sso?.only && !isWithPassword ? (
              <Button variant="ghost" onClick={() => setIsWithPassword(true)}>
                {t('with-password')}
              </Button>
            ) : (
              <PasswordForm email={account.email} onFault={setFault} />
            )}
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Button variant="tertiary" fullWidth onClick={leave}>
            {t('leave')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
}

function PasswordForm({ email, onFault }: { email: string; onFault(fault?: Fault): void }) {
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.ended-sessions.${key}` });
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The page's form, in which React sees this one, is not submitted.
    event.stopPropagation();
    setIsBusy(true);
    const result = await logIn(email, password);
    setIsBusy(false);
    if (typeof result === 'string') resume(result);
    else onFault(result);
  };
  return (
    <Flex tag="form" direction="column" alignItems="stretch" gap={4} onSubmit={submit}>
      <Field.Root name="email">
        <Field.Label>{t('account')}</Field.Label>
        <TextInput name="email" autoComplete="username" value={email} readOnly />
      </Field.Root>
      <Field.Root name="password" required>
        <Field.Label>{t('password')}</Field.Label>
        <TextInput
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={({ target }: { target: { value: string } }) => setPassword(target.value)}
        />
      </Field.Root>
      <Button type="submit" loading={isBusy} disabled={password === ''}>
        {t('log-in')}
      </Button>
    </Flex>
  );
}
