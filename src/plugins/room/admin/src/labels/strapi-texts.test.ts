import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import texts from './strapi-zh.json';

const PACKAGES = join(__dirname, '../../../../../../node_modules/@strapi');
const FOLDERS: Record<string, string> = {
  admin: 'admin/dist/admin/admin/src/translations',
  'content-manager': 'content-manager/dist/admin/translations',
  upload: 'upload/dist/admin/translations',
  email: 'email/dist/admin/translations',
  i18n: 'i18n/dist/admin/translations',
  'users-permissions': 'plugin-users-permissions/dist/admin/translations',
};

function english(plugin: string): Record<string, string> {
  const file = join(PACKAGES, FOLDERS[plugin] ?? '', 'en.json.js');
  return existsSync(file) ? evaluated(readFileSync(file, 'utf8')) : {};
}

/** Strapi packs its texts as modules with `exports.default = en` and the like; the last of these is the whole. */
function evaluated(source: string): Record<string, string> {
  const module = { exports: {} as Record<string, unknown> };
  new Function('module', 'exports', source)(module, module.exports);
  return (module.exports.default ?? module.exports) as Record<string, string>;
}

/** The names of a message's arguments; what stands between the braces of a plural's or select's cases is text. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  const inside: ('argument' | 'case')[] = [];
  for (const [, brace, name] of text.matchAll(/([{}])\s*(\w*)/g)) {
    if (brace === '}') inside.pop();
    else if (inside.at(-1) === 'argument') inside.push('case');
    else {
      inside.push('argument');
      names.add(name as string);
    }
  }
  return [...names].sort();
}

const tags = (text: string): string[] => [...new Set([...text.matchAll(/<(\w+)>/g)].map(([, name]) => name as string))];

describe.each(Object.entries(texts))('our Chinese texts of %s', (plugin, ofPlugin) => {
  const source = english(plugin);

  it('are texts that the installed Strapi has', () => {
    expect(Object.keys(ofPlugin).filter((key) => !(key in source))).toEqual([]);
  });

  it('have the same placeholders and tags', () => {
    const shape = (from: Record<string, string>) =>
      Object.fromEntries(
        Object.keys(ofPlugin).map((key) => [key, [placeholders(from[key] ?? ''), tags(from[key] ?? '')]]),
      );
    expect(shape(ofPlugin)).toEqual(shape(source));
  });
});
