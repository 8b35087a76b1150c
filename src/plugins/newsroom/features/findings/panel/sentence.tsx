import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';

interface Props {
  code: string;
  /** What the server says: in English, with all particulars. */
  message: string;
}

/**
 * What is wrong or odd with a record, and what to do: what is known of its code in the editor's language, and what the server
 * says. Of the two the one in the editor's language stands first.
 */
export function FindingSentence({ code, message }: Props) {
  const { formatMessage, messages, locale } = useIntl();
  const id = `newsroom.findings.${code}.long`;
  const told = { text: message, lang: 'en' };
  const known = id in messages ? [{ text: formatMessage({ id }), lang: locale }] : [];
  const parts = languageOf(locale) === 'en' ? [told, ...known] : [...known, told];
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

/** Tells a code in a few words; the code itself where there are none. */
export function useFindingTitle(): (code: string) => string {
  const { formatMessage } = useIntl();
  return (code) => formatMessage({ id: `newsroom.findings.${code}`, defaultMessage: code });
}
