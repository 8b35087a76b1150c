import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { panels } from './panels';
import { TITLE } from './plugins/rostra/server/src/resource/title';
import { resources } from './resources';

const attributesOf = (kind: string): Record<string, { type: string }> => {
  const path = join(__dirname, 'api', kind, 'content-types', kind, 'schema.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).attributes : {};
};

describe('the titles of records', () => {
  it.each(resources.map((of) => [of.kind, of] as const))(
    '%s has one, its attribute and its place, or none of them',
    (kind, of) => {
      const isTitled = of.title !== undefined;
      expect(TITLE in attributesOf(kind)).toBe(isTitled);
      expect(panels.find(({ uid }) => uid === of.uid)?.main === TITLE).toBe(isTitled);
    },
  );
});
