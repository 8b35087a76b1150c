import { useAuth, useFetchClient } from '@strapi/admin/strapi-admin';
import { useState } from 'react';
import { required } from './required';

type Fault = 'different' | 'same' | 'refused';

/** Changes the password of who is logged in. All their sessions end with that, so they are logged in again. */
export function useChange() {
  const { put } = useFetchClient();
  const email = useAuth('FirstPassword', (state) => state.user?.email);
  const logIn = useAuth('FirstPassword', (state) => state.login);
  const [fault, setFault] = useState<Fault>();
  const [isChanging, setIsChanging] = useState(false);

  async function change(given: { current: string; new: string; again: string }): Promise<void> {
    if (given.new !== given.again) return setFault('different');
    if (given.new === given.current) return setFault('same');
    setFault(undefined);
    setIsChanging(true);
    try {
      await put('/admin/users/me', { currentPassword: given.current, password: given.new });
    } catch {
      setIsChanging(false);
      return setFault('refused');
    }
    required.set(false);
    await logIn({ email: email ?? '', password: given.new, rememberMe: false });
    // What was refused before is asked for again.
    window.location.reload();
  }

  return { change, fault, isChanging };
}
