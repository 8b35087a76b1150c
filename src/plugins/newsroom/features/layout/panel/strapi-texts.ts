import texts from '../texts/strapi-zh.json';

/** Looked up by Strapi without a text in any language. */
const unnamed = { 'search.placeholder': '搜尋', clearLabel: '清除' };

/** Texts in Traditional Chinese that Strapi lacks, or has in words that mislead here, by its own keys. */
export const strapiTexts: Record<string, string> = {
  ...unnamed,
  ...Object.fromEntries(
    Object.entries(texts as Record<string, Record<string, string>>).flatMap(([plugin, ofPlugin]) =>
      Object.entries(ofPlugin).map(([key, text]) => [plugin === 'admin' ? key : `${plugin}.${key}`, text]),
    ),
  ),
};

/** Texts of Strapi's that would name it where Rostra is meant. */
export const englishTexts: Record<string, string> = {
  'app.components.LeftMenu.navbrand.title': 'Rostra',
  'Auth.form.welcome.title': 'Welcome to Rostra',
  'Auth.form.welcome.subtitle': 'Log in to your account',
};
