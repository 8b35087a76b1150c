import { describe as describeRecord } from './describe';

describe('what the records of a list are', () => {
  it('is asked for all of them at once', async () => {
    const asked: string[] = [];
    const get = async (path: string) => {
      const of = new URLSearchParams(path.split('?')[1]).get('of')?.split(',') ?? [];
      asked.push(String(of.length));
      const data = of
        .filter((each) => each !== 'api::rep.rep:d3')
        .map((each) => ({ uid: 'api::rep.rep', documentId: each.split(':').at(-1) ?? '', title: each, details: [] }));
      return { data: data as never };
    };
    const found = await Promise.all(
      Array.from({ length: 101 }, (_, index) => describeRecord({ uid: 'api::rep.rep', documentId: `d${index}` }, get)),
    );
    expect(asked).toEqual(['100', '1']);
    expect(found.map((record) => record?.documentId)).toEqual(
      found.map((_, index) => (index === 3 ? undefined : `d${index}`)),
    );
    const failing = describeRecord({ uid: 'api::rep.rep', documentId: 'd1' }, () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect((await describeRecord({ uid: 'api::rep.rep', documentId: 'd1' }, get))?.documentId).toBe('d1');
  });
});
