import { useIntl } from 'react-intl';

/** The texts of the conflict dialog in the editor's language. */
export function useText() {
  const { formatMessage } = useIntl();
  const t = (key: string, values?: Record<string, string | number>): string =>
    formatMessage({ id: `newsroom.concurrent-edits.${key}` }, values);
  return { t };
}
