import type { Language, Text } from '../shared/panel';
import { panelLocale } from './strapi/markup';

/** Maps a locale of the panel to a language of the plugin's texts. */
export const languageOf = (locale: string): Language => (locale.startsWith('zh') ? 'zh' : 'en');

/** Returns the editor's language outside React, for Strapi's hooks. */
export const language = (): Language => languageOf(panelLocale());

/** Returns a text in the editor's language. */
export const inLanguage = (text: Text): string => text[language()];
