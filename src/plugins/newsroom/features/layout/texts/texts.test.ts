import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createIntl } from 'react-intl';
import ours from './strapi-zh.json';

/** Where Strapi 5.54.0 has the texts of a plugin. */
const folderOf = (plugin: string) =>
  path.resolve(
    'node_modules/@strapi',
    plugin === 'admin'
      ? 'admin/dist/admin/admin/src/translations'
      : `${plugin === 'users-permissions' ? 'plugin-users-permissions' : plugin}/dist/admin/translations`,
  );

type Texts = Record<string, string>;

function strapiTexts(plugin: string, language: string): Texts {
  const texts = jest.requireActual(path.join(folderOf(plugin), `${language}.json.js`)) as Texts & { default?: Texts };
  return texts.default ?? texts;
}

const FEATURES = path.resolve(__dirname, '../..');
const featureTexts = (feature: string, language: string) =>
  jest.requireActual(path.join(FEATURES, feature, 'texts', `${language}.json`)) as Texts;
const features = readdirSync(FEATURES).filter((feature) => existsSync(path.join(FEATURES, feature, 'texts/zh.json')));

/** A part of a message: a text, a value, a tag, `#`, or a choice between parts. */
interface Part {
  type: number;
  value?: string;
  options?: Record<string, { value: Part[] }>;
  children?: Part[];
}

const { formatters } = createIntl({ locale: 'en' });
const TEXT = 0;

/** The values that a message needs, and those of them that it shows. Chinese has one plural, so `other` speaks for all. */
function valuesIn(text: string): { needed: Set<string>; shown: Set<string> } {
  const [needed, shown] = [new Set<string>(), new Set<string>()];
  const read = (parts: Part[], counted: string): void => {
    for (const { type, value, options, children } of parts) {
      if (type === TEXT) continue;
      needed.add(value ?? counted);
      if (!options) shown.add(value ?? counted);
      for (const [key, option] of Object.entries(options ?? {}))
        if (!(options?.other && /^(=\d+|one)$/.test(key))) read(option.value, value ?? counted);
      if (children) read(children, counted);
    }
  };
  // An example of an address is no message: <name@…> is not a tag.
  if (!/<\w[^>]*@/.test(text)) read(formatters.getMessageFormat(text, 'en').getAst() as Part[], '');
  return { needed, shown };
}

/** The Chinese texts that leave out a value that the English ones show, or need one that those do not have. */
function differing(zh: Texts, en: Texts): string[] {
  return Object.entries(zh).flatMap(([key, text]) => {
    const english = en[key];
    if (english === undefined) return [];
    const [own, other] = [valuesIn(text), valuesIn(english)];
    const lost = [...other.shown].filter((name) => !own.shown.has(name));
    const unknown = [...own.needed].filter((name) => !other.needed.has(name));
    return [...lost, ...unknown].map((name) => `${key}: ${name}`);
  });
}

describe('the Chinese texts show the same values as the English ones', () => {
  it.each(Object.entries(ours) as [string, Texts][])('of Strapi, with ours in their place: %s', (plugin, texts) => {
    const [zh, en] = [strapiTexts(plugin, 'zh'), strapiTexts(plugin, 'en')];
    expect(Object.keys(zh).filter((key) => key in en).length).toBeGreaterThan(10);
    expect(differing({ ...zh, ...texts }, en)).toEqual([]);
  });

  it.each(features)('of our own: %s', (feature) => {
    expect(differing(featureTexts(feature, 'zh'), featureTexts(feature, 'en'))).toEqual([]);
  });

  it('which a plural without its number does not', () => {
    const en = {
      items: '{number} {number, plural, one {item} other {items}}',
      all: '{n, plural, other {# of}} <b>x</b>',
    };
    expect(differing({ items: '{number, plural, other {項}}', all: '{m} x' }, en)).toEqual([
      'items: number',
      'all: n',
      'all: b',
      'all: m',
    ]);
  });
});
