import { dayText } from '../../../common/time';
import { wordsOf } from '../../../plugins/newsroom/features/history/shared/words';
import en from '../../../plugins/newsroom/features/history/texts/en.json';
import zh from '../../../plugins/newsroom/features/history/texts/zh.json';
import type { Language } from '../../../plugins/newsroom/shared/panel';
import { minuteText } from '../who-when';
import { TEXTS } from './texts';

/** The words of a page in a language: those of the panel. Times are in UTC. */
export function pageWords(language: Language) {
  const texts: Record<string, string> = language === 'zh' ? zh : en;
  const t = (key: string, values: Record<string, string | number> = {}): string =>
    (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return {
    ...wordsOf({ language, t, dayText, timeText: (ms) => `${minuteText(ms)} UTC` }),
    t,
    language,
    texts: TEXTS[language],
  };
}

export type PageWords = ReturnType<typeof pageWords>;

/** The language that the environment asks for; Chinese unless it is English. */
export function languageOfEnvironment(environment: NodeJS.ProcessEnv): Language {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return /^en\b|^en_/i.test(locale) ? 'en' : 'zh';
}
