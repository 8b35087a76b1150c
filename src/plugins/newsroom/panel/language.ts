import type { Language, Text } from '../shared/panel';

/** Maps a locale of the panel to a language of the plugin's texts. */
export const languageOf = (locale: string): Language => (locale.startsWith('zh') ? 'zh' : 'en');

/**
 * Returns the editor's language outside React, for Strapi's hooks. Reads it from the page's `lang` attribute, which Strapi
 * keeps up to date.
 */
export const language = (): Language => languageOf(document.documentElement.lang);

/** Returns a text in the editor's language. */
export const inLanguage = (text: Text): string => text[language()];
