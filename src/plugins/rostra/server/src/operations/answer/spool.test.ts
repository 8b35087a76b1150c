import { spool } from './spool';

const MEGABYTE = 1_048_576;

/** Chunks of a megabyte, each of one letter; records how many were taken, and whether the generator was closed. */
function chunks(count: number, failsAt = Infinity) {
  const seen = { taken: 0, isClosed: false };
  async function* produce(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; at < count; at += 1) {
        if (at === failsAt) throw new Error('lost');
        seen.taken += 1;
        yield Buffer.alloc(MEGABYTE, 97 + (at % 26));
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, all: produce() };
}

const waitUntil = async (condition: () => boolean) => {
  while (!condition()) await new Promise(setImmediate);
};

async function textOf(all: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of all) text += chunk.toString();
  return text;
}

const expected = async (count: number) => textOf(chunks(count).all);

describe('spool', () => {
  it('yields every chunk in order', async () => {
    expect((await textOf(spool(chunks(20).all))) === (await expected(20))).toBe(true);
    expect(await textOf(spool(chunks(0).all))).toBe('');
  });

  it('reads everything while its reader waits', async () => {
    const { seen, all } = chunks(30);
    const slow = spool(all);
    const first = await slow.next();
    await waitUntil(() => seen.isClosed);
    expect(seen.taken).toBe(30);
    const rest = await textOf(slow);
    expect((first.value as Buffer).toString() + rest === (await expected(30))).toBe(true);
  });

  it('keeps the order when the reader catches up and falls behind', async () => {
    let text = '';
    for await (const chunk of spool(chunks(40).all)) {
      text += chunk.toString();
      if (text.length % (7 * MEGABYTE) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(text === (await expected(40))).toBe(true);
  });

  it('closes its source when its reader leaves, and fails where its source fails', async () => {
    const left = chunks(1_000);
    const slow = spool(left.all);
    await slow.next();
    await slow.return(undefined);
    expect(left.seen.isClosed).toBe(true);
    expect(left.seen.taken).toBeLessThan(1_000);
    await expect(textOf(spool(chunks(5, 3).all))).rejects.toThrow('lost');
  });
});
