import { openQuestions } from './questions';

describe('questions about saves', () => {
  it('are asked one after another', async () => {
    const questions = openQuestions<string, boolean>(false);
    const about = () => questions.current.get()?.about;
    const [first, second] = ['a', 'b'].map((name) => questions.open()(name));
    expect(about()).toBe('a');
    questions.current.get()?.answer(true);
    expect([await first, about()]).toEqual([true, 'b']);
    questions.current.get()?.answer(false);
    expect([await second, about()]).toEqual([false, undefined]);
  });

  it('end with their page, also those that its saves ask later', async () => {
    const questions = openQuestions<string, string | undefined>(undefined);
    const [former, other] = [questions.open(), questions.open()];
    const asked = [former('a'), other('b')];
    const shown: (string | undefined)[] = [];
    const stop = questions.current.subscribe(() => shown.push(questions.current.get()?.about));
    questions.leave();
    expect(await Promise.all([...asked, former('c')])).toEqual([undefined, undefined, undefined]);
    stop();
    expect(shown).toEqual([undefined]);
    void questions.open()('d');
    expect(questions.current.get()?.about).toBe('d');
  });
});
