import { resources, views } from '../../src/resources';
import { create, get, statements } from '../support/client';
import { byKind, itemOf, make, wholeBody } from '../support/factory';

/** Reads cost one statement, whatever the number of rows and of what is nested in them (with a known credential). */
describe('statements of a read', () => {
  beforeAll(async () => {
    const reps = await Promise.all(Array.from({ length: 12 }, () => make('rep')));
    const ids = reps.map(({ id }) => id as number);
    for (let each = 0; each < 3; each += 1) {
      await create('/console/lab/rs_bills', {
        ...(await wholeBody(byKind.get('bill') as never)),
        sponsors: ids,
        cosponsors: ids,
      });
    }
  });

  it.each(resources.map((of) => of.name))('%s: list, page, detail', async (name) => {
    const of = resources.find((each) => each.name === name);
    if (!of) throw new Error(name);
    const record = await make(of.kind);
    await get(of.path);
    const filtered = Object.entries(of.filters)
      .filter(([, { schema }]) => schema.type === 'integer')
      .map(([filter]) => `${filter}=1`)
      .join('&');
    for (const path of [
      of.path,
      `${of.path}?all`,
      `${of.path}?full`,
      `${of.path}?${filtered}`,
      itemOf(of, record),
      `${of.paths.read}/2147483647`,
    ]) {
      expect([path, await statements(() => get(path))]).toEqual([path, 1]);
    }
  });

  it.each(views.map(({ path }) => path))('%s', async (path) => {
    const of = views.find((each) => each.path === path);
    const parameters = Object.keys(of?.parameters ?? {}).map((name) => `${name}=1`);
    await get(`${path}?${parameters.join('&')}`);
    expect(await statements(() => get(`${path}?${parameters.join('&')}`))).toBe(1);
  });

  it('a 401 and a malformed query cost none', async () => {
    expect(await statements(() => get('/console/lab/rs_bills?page=x'))).toBe(0);
    await get('/console/lab/rs_bills', { as: 'public' });
    expect(await statements(() => get('/console/lab/rs_bills', { as: 'public' }))).toBe(0);
  });
});
