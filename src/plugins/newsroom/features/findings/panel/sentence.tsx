import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';

interface Props {
  code: string;
  /** The server's message: in English, with all details. */
  message: string;
}

/**
 * Explains a finding: the text of its code in the editor's language, and the server's message, which is English. Shows
 * the one in the editor's language first.
 */
export function FindingSentence({ code, message }: Props) {
  const { formatMessage, messages, locale } = useIntl();
  const id = `newsroom.findings.${code}.long`;
  const detail = { text: message, lang: 'en' };
  const explanation = id in messages ? [{ text: formatMessage({ id }), lang: locale }] : [];
  const parts = languageOf(locale) === 'en' ? [detail, ...explanation] : [...explanation, detail];
  return parts.map(({ text, lang }, index) => (
    <Typography
      key={text}
      lang={lang}
      style={{ display: 'block' }}
      {...(index > 0 ? { variant: 'pi', textColor: 'neutral600' } : {})}
    >
      {text}
    </Typography>
  ));
}

/** Returns the short title of a finding's code; the code itself if it has none. */
export function useFindingTitle(): (code: string) => string {
  const { formatMessage } = useIntl();
  return (code) => formatMessage({ id: `newsroom.findings.${code}`, defaultMessage: code });
}
