import { type NotificationConfig, useNotification } from '@strapi/admin/strapi-admin';
import type { ReactNode } from 'react';
import { UNSHOWN } from '../unshown';
import { usePageLeft } from '../use-page-left';
import { isOfFailure, leavePage, noteLeftOut, noteShown } from './failed-saves';

interface Notifications {
  toggleNotification(config: NotificationConfig): void;
}

const wrapped = new WeakSet<Notifications>();

/** How long a message with a button stays, in milliseconds. */
const TIMEOUT = 15_000;

/**
 * Adds content to messages of success: `contentFor` returns what a message shows besides its text, or nothing. Leaves out those with the
 * text `UNSHOWN`; what is said of a failed save stays until the record is saved, or its page or dialog is left. Strapi keeps the function that
 * shows messages in a context whose value stays the same, and shows whatever a message consists of. Checked with Strapi 5.54.0.
 */
export function useNotificationContent(contentFor: () => ((text: string) => ReactNode) | undefined): void {
  const notifications = useNotification() as Notifications;
  usePageLeft(leavePage);
  if (wrapped.has(notifications)) return;
  wrapped.add(notifications);
  const show = notifications.toggleNotification;
  notifications.toggleNotification = (config) => {
    if (config.message === UNSHOWN) return noteLeftOut();
    const content = config.type === 'success' ? contentFor() : undefined;
    if (content) show({ ...config, message: content(config.message ?? '') as string, timeout: TIMEOUT });
    else show(isOfFailure(config.message) ? { ...config, blockTransition: true } : config);
    noteShown(config.message, config.type === 'success');
  };
}
