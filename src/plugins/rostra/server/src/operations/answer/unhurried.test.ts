import { unhurried } from './unhurried';

const MEGABYTE = 1_048_576;

/** Pieces of a megabyte, each of one letter; notes when the last is given, and when the taker has gone. */
function pieces(count: number, failsAt = Infinity) {
  const seen = { given: 0, isClosed: false };
  async function* give(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; at < count; at += 1) {
        if (at === failsAt) throw new Error('lost');
        seen.given += 1;
        yield Buffer.alloc(MEGABYTE, 97 + (at % 26));
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, all: give() };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};

async function textOf(all: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of all) text += piece.toString();
  return text;
}

const expected = async (count: number) => textOf(pieces(count).all);

describe('unhurried', () => {
  it('gives out what it takes in, in order', async () => {
    expect((await textOf(unhurried(pieces(20).all))) === (await expected(20))).toBe(true);
    expect(await textOf(unhurried(pieces(0).all))).toBe('');
  });

  it('takes everything in while its reader waits', async () => {
    const { seen, all } = pieces(30);
    const slow = unhurried(all);
    const first = await slow.next();
    await until(() => seen.isClosed);
    expect(seen.given).toBe(30);
    const rest = await textOf(slow);
    expect((first.value as Buffer).toString() + rest === (await expected(30))).toBe(true);
  });

  it('is in order when the reader catches up and falls back', async () => {
    let text = '';
    for await (const piece of unhurried(pieces(40).all)) {
      text += piece.toString();
      if (text.length % (7 * MEGABYTE) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(text === (await expected(40))).toBe(true);
  });

  it('lets go when its reader goes, and fails where its source does', async () => {
    const left = pieces(1_000);
    const slow = unhurried(left.all);
    await slow.next();
    await slow.return(undefined);
    expect(left.seen.isClosed).toBe(true);
    expect(left.seen.given).toBeLessThan(1_000);
    await expect(textOf(unhurried(pieces(5, 3).all))).rejects.toThrow('lost');
  });
});
