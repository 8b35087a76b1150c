import type { Language, Text } from '../shared/panel';

/** The language of the plugin's texts for a locale of the panel. */
export const languageOf = (locale: string): Language => (locale.startsWith('zh') ? 'zh' : 'en');

/**
 * The editor's language, for Strapi's hooks: they run outside React. Strapi keeps it as the language of the page
 * whenever it changes.
 */
export const language = (): Language => languageOf(document.documentElement.lang);

/** Words in the editor's language. */
export const inLanguage = (text: Text): string => text[language()];
