/* Where we depend on the markup of Strapi's pages; the browser tests fail if it changes. Checked with Strapi 5.54.0. */

/** CSS selector of the cell with a row's buttons, in lists. */
export const ROW_BUTTONS = 'main table > tbody > tr > td:last-child:has(button)';

/** CSS selector of a content type's link in the content manager; not of the pages below a list, `nav > ol > li`. */
export const contentTypeLink = (uid: string): string =>
  `nav li:not(nav > ol > li):has(> a[href*="/collection-types/${uid}"])`;

/** The log-in form; null until Strapi renders it. */
export const logInForm = (): HTMLFormElement | null => document.querySelector('main form');

/** The list of links of the panel's navigation; null where it is not shown. */
export const navigationList = (): HTMLElement | null => document.querySelector('nav > div > ul');

/** Whether a dialog or a menu that lets nothing else be used is open: Radix, which Strapi's are made of, then lets the page take no clicks. */
export const isPageBlocked = (): boolean =>
  document.body.style.pointerEvents === 'none' || document.querySelector('[aria-modal="true"]') !== null;

/** The panel's locale: Strapi keeps the page's `lang` attribute up to date. */
export const panelLocale = (): string => document.documentElement.lang;
