/** A text in the panel's two languages; `zh` is Traditional Chinese as written in Taiwan. */
export interface Label {
  zh: string;
  en: string;
}
