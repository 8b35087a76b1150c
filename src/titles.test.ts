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
  it.each(resources.map((resource) => [resource.kind, resource] as const))(
    '%s has a declaration, an attribute and a place in the panel, or none of them',
    (kind, { title, uid: ownUid }) => {
      const isTitled = title !== undefined;
      expect(TITLE in attributesOf(kind)).toBe(isTitled);
      expect(panels.find(({ uid }) => uid === ownUid)?.main === TITLE).toBe(isTitled);
    },
  );
});
