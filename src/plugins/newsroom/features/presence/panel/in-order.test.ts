import { inOrder, repeatInOrder } from './in-order';

/** A service that answers when it is told to. */
function service() {
  const log: string[] = [];
  const answers = new Map<string, () => void>();
  const send = (what: string) => () =>
    new Promise<string>((resolve) => {
      log.push(what);
      answers.set(what, () => resolve(`answer to ${what}`));
    });
  const answer = async (what: string) => {
    answers.get(what)?.();
    await new Promise(setImmediate);
  };
  return { log, send, answer };
}

it('who goes from a record to another one and back says so in this order, and hears no late answer', async () => {
  const { log, send, answer } = service();
  const heard: unknown[] = [];
  let isFirst = true;
  const first = inOrder('A', send('open A'), () => isFirst).then((each) => heard.push(each));
  isFirst = false;
  inOrder('A', send('close A'));
  inOrder('B', send('open B'));
  inOrder('B', send('close B'));
  inOrder('A', send('open A again')).then((each) => heard.push(each));
  // Another record does not wait.
  expect(log).toEqual(['open A', 'open B']);
  await answer('open B');
  await answer('open A');
  await first;
  expect(log).toEqual(['open A', 'open B', 'close B', 'close A']);
  await answer('close A');
  await answer('open A again');
  expect(log.at(-1)).toBe('open A again');
  expect(heard).toEqual([undefined, 'answer to open A again']);
});

it('what is not wanted any more is not sent, and a failure holds up nothing', async () => {
  const { log, send } = service();
  const failed = inOrder('C', () => Promise.reject(new Error('away')));
  const left = inOrder('C', send('late'), () => false);
  await expect(failed).rejects.toThrow('away');
  expect(await left).toBeUndefined();
  expect(log).toEqual([]);
  inOrder('C', send('next'));
  await new Promise(setImmediate);
  expect(log).toEqual(['next']);
});

it('what is said again and again waits once, and is said again once that is on its way', async () => {
  const { log, send, answer } = service();
  let state = 'first';
  const say = repeatInOrder(
    'D',
    () => send(state)(),
    () => true,
  );
  const heard = [say()];
  state = 'second';
  heard.push(say(), say(), say());
  state = 'last';
  await answer('first');
  expect(log).toEqual(['first', 'last']);
  await answer('last');
  heard.push(say());
  expect(log).toEqual(['first', 'last', 'last']);
  await answer('last');
  expect(await Promise.all(heard)).toEqual([
    ...['answer to first', 'answer to last', undefined, undefined, 'answer to last'],
  ]);
});
