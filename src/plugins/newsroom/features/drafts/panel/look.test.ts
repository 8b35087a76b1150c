import { type FormState, type LastLook, lookAt, type Step } from './look';

/** The steps of a form that goes through these states. */
function stepsOf(states: FormState[]): Step[] {
  let last: LastLook = { isOwn: false };
  return states.map((state) => {
    const { step, next } = lookAt(state, last);
    last = next;
    return step;
  });
}

describe('the draft of a form', () => {
  const [first, second] = [{ text: '舊' }, { text: '別人的' }];
  const typed = { text: '新' };
  const opened = { values: first, initialValues: first, modified: false };
  const changed = { values: typed, initialValues: first, modified: true };
  const readAgain = { values: second, initialValues: second, modified: false };

  it('is compared when the form is opened, kept when something is typed, and forgotten when that is taken back', () => {
    expect(stepsOf([opened, changed, opened])).toEqual(['compare', 'keep', 'forget']);
  });

  it('is compared where the record was read again, which takes the place of what was typed', () => {
    expect(stepsOf([opened, changed, readAgain])).toEqual(['compare', 'keep', 'compare']);
  });

  it('is compared also where the form names the new initial values before it has them', () => {
    const between = { ...changed, initialValues: second };
    expect(stepsOf([opened, changed, between, readAgain])).toEqual(['compare', 'keep', 'wait', 'compare']);
    expect(stepsOf([opened, changed, between, between, readAgain])).toEqual([
      'compare',
      'keep',
      'wait',
      'wait',
      'compare',
    ]);
  });

  it('is kept where something is typed meanwhile', () => {
    const later = { values: { text: '更新' }, initialValues: second, modified: true };
    expect(stepsOf([opened, changed, { ...changed, initialValues: second }, later])).toEqual([
      'compare',
      'keep',
      'wait',
      'keep',
    ]);
  });
});
