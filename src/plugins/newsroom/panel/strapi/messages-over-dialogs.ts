import { isPageBlocked } from './markup';

/** CSS selector of a message on top of Strapi's pages. */
const MESSAGE = '[data-sonner-toast]';

/**
 * Lets messages be closed, and what they offer be used, while a dialog is open: Radix, which Strapi's dialogs are made of, lets nothing else take
 * clicks, and would take one on a message as one beside the dialog, which closes that. Checked with Strapi 5.54.0 and sonner 2.0.7.
 */
export function letMessagesBeUsed(): void {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = `${MESSAGE} { pointer-events: auto; }`;
  window.addEventListener(
    'pointerdown',
    (event) => {
      if (isPageBlocked() && event.target instanceof Element && event.target.closest(MESSAGE)) event.stopPropagation();
    },
    true,
  );
}
