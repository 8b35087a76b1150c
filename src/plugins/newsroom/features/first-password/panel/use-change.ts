import { useAuth, useFetchClient } from '@strapi/admin/strapi-admin';
import { useState } from 'react';
import { OWN_ACCOUNT } from '../../../panel/strapi/paths';
import { passwordChangeStore } from './refusals';

type Fault = 'different' | 'same' | 'refused';

/** Changes the password of the current user. That ends all their sessions, so it logs them in again. */
export function useChange() {
  const { put } = useFetchClient();
  const email = useAuth('FirstPassword', (state) => state.user?.email);
  const logIn = useAuth('FirstPassword', (state) => state.login);
  const [fault, setFault] = useState<Fault>();
  const [isChanging, setIsChanging] = useState(false);

  async function change(input: { current: string; new: string; again: string }): Promise<void> {
    if (input.new !== input.again) return setFault('different');
    if (input.new === input.current) return setFault('same');
    setFault(undefined);
    setIsChanging(true);
    try {
      await put(OWN_ACCOUNT, { currentPassword: input.current, password: input.new });
    } catch {
      setIsChanging(false);
      return setFault('refused');
    }
    passwordChangeStore.set(false);
    await logIn({ email: email ?? '', password: input.new, rememberMe: false });
    // Repeat the requests that the service refused.
    window.location.reload();
  }

  return { change, fault, isChanging };
}
