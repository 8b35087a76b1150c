import texts from '../texts/strapi-zh.json';

/** Keys that Strapi uses but defines in no language. */
const missing = { 'search.placeholder': '搜尋', clearLabel: '清除' };

/** Traditional Chinese texts that Strapi lacks or that would mislead here, by Strapi's keys. */
export const strapiTexts: Record<string, string> = {
  ...missing,
  ...Object.fromEntries(
    Object.entries(texts as Record<string, Record<string, string>>).flatMap(([plugin, messages]) =>
      Object.entries(messages).map(([key, text]) => [plugin === 'admin' ? key : `${plugin}.${key}`, text]),
    ),
  ),
};

/** Texts in which Strapi names itself instead of Rostra. */
export const englishTexts: Record<string, string> = {
  'app.components.LeftMenu.navbrand.title': 'Rostra',
  'Auth.form.welcome.title': 'Welcome to Rostra',
  'Auth.form.welcome.subtitle': 'Log in to your account',
};
