import en from './en.json';
import zh from './zh.json';

/** The keys of the texts lack what all of them begin with. */
const prefixed = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`room.import.${key}`, text]));

export default { en: prefixed(en), zh: prefixed(zh) };
