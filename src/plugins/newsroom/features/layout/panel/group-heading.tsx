import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import type { Text } from '../../../shared/panel';

/** The title of a group in a form. */
export function GroupHeading({ attribute }: { attribute: { title: Text } }) {
  const { locale } = useIntl();
  return (
    <Typography variant="delta" fontWeight="bold" tag="h2">
      {attribute.title[languageOf(locale)]}
    </Typography>
  );
}
