import { useAuth } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { isPageBlocked } from '../../../panel/strapi/markup';
import { recordAt } from '../../../panel/strapi/paths';
import { BoxButton } from './box-button';
import { BoxDialog } from './box-dialog';
import { isBoxKey, isOfInputMethod } from './keys';
import { noteOpened } from './recent';
import { useNavigationSlot } from './use-navigation-slot';

/** Opens the search box by its keys and by a button in the navigation; mounted on every page. */
export function SearchBox() {
  const user = useAuth('SearchBox', (auth) => auth.user);
  const token = useAuth('SearchBox', (auth) => auth.token);
  return token && user ? <OfAccount key={user.id} account={Number(user.id)} /> : null;
}

function OfAccount({ account }: { account: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const slot = useNavigationSlot();
  const { pathname } = useLocation();
  const close = useCallback(() => setIsOpen(false), []);
  useEffect(() => {
    const record = recordAt(pathname);
    if (record) noteOpened(account, record);
  }, [account, pathname]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isBoxKey(event) || isOfInputMethod(event) || (!isOpen && isPageBlocked())) return;
      // Neither the browser's address bar nor an editor of texts gets these keys.
      event.preventDefault();
      event.stopPropagation();
      // Keys that are held repeat.
      if (!event.repeat) setIsOpen(!isOpen);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  return (
    <>
      {slot && createPortal(<BoxButton onClick={() => setIsOpen(true)} />, slot)}
      {isOpen && <BoxDialog account={account} onClose={close} />}
    </>
  );
}
