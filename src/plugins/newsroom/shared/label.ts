/** A text in both languages of the panel; `zh` is Traditional Chinese as written in Taiwan. */
export interface Label {
  zh: string;
  en: string;
}

/** Where Strapi shows one text whatever the language is. */
export const bothOf = ({ zh, en }: Label): string => `${zh} ${en}`;
