import { createStore, type Store } from './store';

/** A question about a save, for the dialog that asks it. */
export interface Question<T, A> {
  /** Tells it from other questions. */
  key: number;
  about: T;
  answer(answer: A): void;
}

/** Questions about saves, one after another: several forms may be saved at once. */
export interface Questions<T, A> {
  /** What is asked now; undefined if nothing. */
  current: Store<Question<T, A> | undefined>;
  /** Returns what asks for a save that begins now. Once its page is left, the answer is no, also to what is asked later. */
  open(): (about: T) => Promise<A>;
  /** Answers all with no: their page was left. */
  leave(): void;
}

/** Opens questions that are asked one by one; `no` is the answer that saves nothing. */
export function openQuestions<T, A>(no: A): Questions<T, A> {
  const current = createStore<Question<T, A> | undefined>(undefined);
  let waiting: Question<T, A>[] = [];
  let asked = 0;
  let page = 0;

  const ask = (about: T) =>
    new Promise<A>((resolve) => {
      asked += 1;
      const own: Question<T, A> = {
        key: asked,
        about,
        answer: (answer) => {
          waiting = waiting.filter((each) => each !== own);
          current.set(waiting[0]);
          resolve(answer);
        },
      };
      waiting = [...waiting, own];
      current.set(waiting[0]);
    });

  return {
    current,
    open: () => {
      const own = page;
      return async (about) => (own === page ? ask(about) : no);
    },
    leave: () => {
      page += 1;
      const given = waiting;
      waiting = [];
      for (const { answer } of given) answer(no);
    },
  };
}
