import { Menu } from '@strapi/design-system';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useListUid } from '../../list-filters/panel/use-list-uid';
import type { SavedView } from '../shared/views';
import { ManageDialog } from './manage-dialog';
import { SaveDialog } from './save-dialog';
import { useShown, useText, useViews, viewPage } from './use-views';

/** The menu of a list's views: it names the one that is shown, opens others, and saves what the list shows. */
export function ViewsMenu() {
  const uid = useListUid();
  const t = useText();
  const navigate = useNavigate();
  const { data: views = [], refetch } = useViews(uid);
  const shown = useShown(uid);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const current = views.find(shown.isShownBy);
  const close = () => {
    setDialog(undefined);
    refetch();
  };
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
          {group(
            t('own'),
            views.filter(({ isOwn }) => isOwn),
          )}
          {group(
            t('shared'),
            views.filter(({ isOwn }) => !isOwn),
          )}
          <Menu.Item onSelect={() => setDialog('save')}>{t('save')}</Menu.Item>
          {views.some(({ mayRemove }) => mayRemove) && (
            <Menu.Item onSelect={() => setDialog('manage')}>{t('manage')}</Menu.Item>
          )}
        </Menu.Content>
      </Menu.Root>
      {dialog === 'save' && (
        <SaveDialog uid={uid} shown={shown} own={views.filter(({ isOwn }) => isOwn)} onClose={close} />
      )}
      {dialog === 'manage' && <ManageDialog views={views.filter(({ mayRemove }) => mayRemove)} onClose={close} />}
    </>
  );
}
