import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useState } from 'react';
import { OWN_ACCOUNT } from '../../../panel/strapi/paths';

type Fault = 'different' | 'same' | 'refused';

/** Changes the password of the current user. That ends all their sessions; the answer begins a new one. */
export function useChange() {
  const { put } = useFetchClient();
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
    // Repeat the requests that the service refused.
    window.location.reload();
  }

  return { change, fault, isChanging };
}
