import { type NotificationConfig, useNotification } from '@strapi/admin/strapi-admin';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { UNSHOWN } from '../unshown';
import { isOfFailedSave } from './unsaved';

interface Notifications {
  toggleNotification(config: NotificationConfig): void;
}

const wrapped = new WeakSet<Notifications>();

/** How long a message with a button stays, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Adds content to messages of success: `contentFor` returns what a message shows besides its text, or nothing. Leaves out those with the
 * text `UNSHOWN`, and takes away what was said of failed saves once there is such content: then a save has succeeded. Strapi keeps the function that shows messages in a context whose value stays the same, and shows whatever a message consists of. Checked with
 * Strapi 5.54.0.
 */
export function useNotificationContent(contentFor: () => ((text: string) => ReactNode) | undefined): void {
  const notifications = useNotification() as Notifications;
  if (wrapped.has(notifications)) return;
  wrapped.add(notifications);
  const show = notifications.toggleNotification;
  const outdated: (string | number)[] = [];
  notifications.toggleNotification = (config) => {
    if (config.message === UNSHOWN) return;
    const content = config.type === 'success' ? contentFor() : undefined;
    if (content) for (const id of outdated.splice(0)) toast.dismiss(id);
    show(content ? { ...config, message: content(config.message ?? '') as string, timeout: TIMEOUT } : config);
    const [shown] = toast.getToasts().slice(-1);
    if (shown && isOfFailedSave(config.message)) outdated.push(shown.id);
  };
}
