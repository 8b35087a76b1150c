import { setImmediate } from 'node:timers/promises';
import { createElement } from 'react';
import { toast } from 'sonner';
import {
  followFailures,
  forgetUnknown,
  leavePage,
  noteFailure,
  noteLeftOut,
  noteShown,
  openLinkedForm,
  whetherLeft,
} from './failed-saves';

const TAG = '/content-manager/collection-types/api::tag.tag';

beforeAll(() => {
  const answer = () => new Response('{"data":{"documentId":"new"}}', { headers: { 'X-Request-Id': 'r1' } });
  Object.assign(globalThis, {
    window: { fetch: async () => answer(), location: { pathname: '/admin' } },
    requestAnimationFrame: (run: () => void) => run(),
  });
  followFailures();
});

beforeEach(() => {
  for (const { id } of toast.getToasts()) toast.dismiss(id);
  leavePage();
  window.location.pathname = `/admin${TAG}/a`;
});

const texts = new Map<string | number, string>();

/** Shows a message as Strapi does. */
function show(message: string, isSuccess = false): void {
  texts.set(
    toast.custom(() => createElement('p')),
    message,
  );
  noteShown(message, isSuccess);
}
const fail = (name: string) => show(noteFailure(`failed ${name}`, `${TAG}/${name}`));
async function save(name: string): Promise<void> {
  await window.fetch(`${TAG}/${name}`, { method: 'PUT' });
  show(`saved ${name}`, true);
}
const shown = () => toast.getToasts().map(({ id }) => texts.get(id));

describe('what is said of a failed save', () => {
  it('goes once the same record is saved, and takes what was said of an earlier save away', async () => {
    await save('a');
    fail('a');
    expect(shown()).toEqual(['failed a']);
    await save('b');
    expect(shown()).toEqual(['failed a', 'saved b']);
    fail('a');
    expect(shown()).toEqual(['saved b', 'failed a']);
    await save('a');
    expect(shown()).toEqual(['saved b', 'saved a']);
  });

  it.each(['', '/clone/a', '/auto-clone/a'])('takes away that its record was created at %p', async (path) => {
    await window.fetch(`${TAG}${path}`, { method: 'POST' });
    show('created', true);
    fail('other');
    // The answer is read meanwhile.
    await setImmediate();
    expect(shown()).toEqual(['created', 'failed other']);
    fail('new');
    expect(shown()).toEqual(['failed other', 'failed new']);
  });

  it('goes once it is known to be stored, if it says that nobody knows', () => {
    for (const name of ['a', 'b']) show(noteFailure(`unknown ${name}`, `${TAG}/${name}`, true));
    forgetUnknown(`${TAG}/a`);
    expect(shown()).toEqual(['unknown b']);
    fail('b');
    forgetUnknown(`${TAG}/b`);
    expect(shown()).toEqual(['failed b']);
  });

  it('is not taken for a success that no write has led to', async () => {
    await save('a');
    show('copied', true);
    await window.fetch(`${TAG}/a`, { method: 'PUT' });
    noteLeftOut();
    show('pasted', true);
    fail('a');
    expect(shown()).toEqual(['copied', 'pasted', 'failed a']);
  });

  it('goes with the dialog of a linked record, unless the page is its form, too', () => {
    for (const name of ['a', 'b']) {
      const close = openLinkedForm('api::tag.tag', name);
      fail(name);
      close();
    }
    expect(shown()).toEqual(['failed a']);
    leavePage();
    const failNew = () => show(noteFailure('failed new', TAG));
    for (const [page, kept] of [
      ['create', ['failed new']],
      ['a', []],
    ] as const) {
      window.location.pathname = `/admin${TAG}/${page}`;
      const close = openLinkedForm('api::tag.tag', undefined);
      failNew();
      close();
      expect(shown()).toEqual(kept);
    }
  });
});

it('a form is left with its page, or its dialog, also where the same record is opened again', () => {
  const [page, other] = [whetherLeft(`${TAG}/a`), whetherLeft(`${TAG}/b`)];
  const close = openLinkedForm('api::tag.tag', 'b');
  const linked = whetherLeft(`${TAG}/b`);
  expect([page(), other(), linked()]).toEqual([false, false, false]);
  close();
  openLinkedForm('api::tag.tag', 'b');
  expect([page(), other(), linked()]).toEqual([false, false, true]);
  const { pathname } = window.location;
  window.location.pathname = '/admin';
  expect([page(), other(), linked()]).toEqual([true, true, true]);
  window.location.pathname = pathname;
  leavePage();
  expect([page(), other(), linked()]).toEqual([true, true, true]);
});
