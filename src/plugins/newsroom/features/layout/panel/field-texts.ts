import { inLanguage } from '../../../panel/language';
import { both, type FieldPanel } from '../../../shared/panel';

interface Texts {
  label?: string;
  hint?: string;
  placeholder?: string;
}

/**
 * A field with its texts in the editor's language. The stored layout has them in both languages; texts that editors changed
 * there stay as they are.
 */
export function withTexts<F extends Texts>(field: F, panel: FieldPanel | undefined): F {
  if (!panel) return field;
  const { hint, placeholder } = panel;
  return {
    ...field,
    ...(field.label === both(panel) && { label: inLanguage(panel) }),
    ...(hint && field.hint === both(hint) && { hint: inLanguage(hint) }),
    ...(placeholder && field.placeholder === both(placeholder) && { placeholder: inLanguage(placeholder) }),
  };
}
