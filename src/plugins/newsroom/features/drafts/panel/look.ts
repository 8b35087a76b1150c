/** A form as it is now. */
export interface FormState {
  values: unknown;
  /** What it began with: another object once its record was read again. */
  initialValues: unknown;
  modified: boolean;
}

/** What is known of a form since it was looked at before. */
export interface LastLook {
  /** Its initial values then; undefined before the first look. */
  initialValues?: unknown;
  /** The values of the draft that was kept last. */
  kept?: unknown;
  /** Whether this form has kept the draft: another tab may have the same one. */
  isOwn: boolean;
}

/** What to do with the draft: keep the form's values, forget it, compare it with them, or wait for the form's next state. */
export type Step = 'keep' | 'forget' | 'compare' | 'wait';

/** What to do, and what is known of the form at the next look. */
export interface Look {
  step: Step;
  next: LastLook;
}

/**
 * What a form's state means for its draft. Only who takes back what he has typed makes it superfluous; whatever else has emptied the form has not
 * saved it. Strapi's form names the new initial values of a record that was read again before the values follow: what it still holds then is about
 * to go, and must not look like typed on top of them. Checked with Strapi 5.54.0.
 */
export function lookAt({ values, initialValues, modified }: FormState, last: LastLook): Look {
  const isReadAgain = last.initialValues !== undefined && last.initialValues !== initialValues;
  if (modified)
    return isReadAgain && last.isOwn && last.kept === values
      ? { step: 'wait', next: last }
      : { step: 'keep', next: { initialValues, kept: values, isOwn: true } };
  const isTakenBack = last.isOwn && !isReadAgain && last.initialValues !== undefined;
  return { step: isTakenBack ? 'forget' : 'compare', next: { ...last, initialValues } };
}
