import { useClipboard } from '@strapi/admin/strapi-admin';
import { Menu } from '@strapi/design-system';
import { useState } from 'react';
import { useHref, useNavigate } from 'react-router-dom';
import { useListUid } from '../../list-filters/panel/use-list-uid';
import type { SavedView } from '../shared/views';
import { ManageDialog } from './manage-dialog';
import { SaveDialog } from './save-dialog';
import { useShown, useText, useViews, viewPage, withoutPage } from './use-views';

/** The menu of a list's views: it names the one that is shown, opens others, and saves what the list shows. */
export function ViewsMenu() {
  const uid = useListUid();
  const t = useText();
  const navigate = useNavigate();
  const { copy } = useClipboard();
  const { data: views = [], refetch } = useViews(uid);
  const shown = useShown();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const current = shown && views.find(shown.isShownBy);
  const address = useHref(viewPage(current?.id ?? 0));
  const close = () => setDialog(undefined);
  const [own, shared] = [views.filter(({ isOwn }) => isOwn), views.filter(({ isOwn }) => !isOwn)];
  const group = (title: string, some: SavedView[]) =>
    some.length > 0 && (
      <>
        <Menu.Label>{title}</Menu.Label>
        {some.map((view) => (
          <Menu.Item key={view.id} onSelect={() => navigate(viewPage(view.id))}>
            {view.isOwn || !view.owner ? view.name : t('by', { name: view.name, owner: view.owner })}
          </Menu.Item>
        ))}
        <Menu.Separator />
      </>
    );
  return (
    <>
      <Menu.Root>
        <Menu.Trigger variant="tertiary">{current ? t('current', { name: current.name }) : t('views')}</Menu.Trigger>
        <Menu.Content popoverPlacement="bottom-end">
          {group(t('own'), own)}
          {group(t('shared'), shared)}
          {shown && <Menu.Item onSelect={() => setDialog('save')}>{t('save')}</Menu.Item>}
          {current && (
            <Menu.Item onSelect={() => void copy(`${window.location.origin}${address}`)}>{t('copy')}</Menu.Item>
          )}
          {views.length > 0 && <Menu.Item onSelect={() => navigate(withoutPage(uid))}>{t('without')}</Menu.Item>}
          {views.some(({ mayRemove }) => mayRemove) && (
            <Menu.Item onSelect={() => setDialog('manage')}>{t('manage')}</Menu.Item>
          )}
        </Menu.Content>
      </Menu.Root>
      {dialog === 'save' && shown && <SaveDialog uid={uid} shown={shown} own={own} onSaved={refetch} onClose={close} />}
      {dialog === 'manage' && (
        <ManageDialog views={views.filter(({ mayRemove }) => mayRemove)} onChanged={refetch} onClose={close} />
      )}
    </>
  );
}
