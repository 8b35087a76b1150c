import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, WarningCircle } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { nameOf, pluralOf } from '../../../shared/panels';
import { type Concerned, concernedBy } from '../shared/effects';
import type { Effect, UsedBy } from '../shared/where-used';
import { useField } from './use-field';

/** Says what deleting would do, to how many records of which kinds and in which fields; if it is refused, only that. */
export function DeletionNotice({ usedBy }: { usedBy: UsedBy[] }) {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  const t = (key: string, values?: Record<string, string | number>) =>
    formatMessage({ id: `newsroom.where-used.${key}` }, values);
  const fieldOf = useField();
  const textOf = (concerned: Concerned, effect: Effect): string => {
    const { uid, attribute, isUnseen, count } = concerned;
    const name = count === 1 ? nameOf(uid, language) : pluralOf(uid, language);
    if (!isUnseen && attribute === undefined) return t('concerned', { count, name });
    const field = fieldOf(uid, concerned);
    return t(effect === 'unlist' ? 'concerned.list' : 'concerned.field', { count, name, field });
  };
  const isRefused = concernedBy(usedBy, 'restrict').length > 0;
  const effects: Effect[] = isRefused ? ['restrict'] : ['cascade', 'clear', 'unlist', 'row'];
  const Icon = isRefused ? WarningCircle : CheckCircle;
  return (
    <Box
      padding={3}
      hasRadius
      background={isRefused ? 'danger100' : 'primary100'}
      borderColor={isRefused ? 'danger200' : 'primary200'}
    >
      <Flex gap={2} alignItems="flex-start">
        <Icon aria-hidden fill={isRefused ? 'danger600' : 'primary600'} style={{ flexShrink: 0, marginTop: 2 }} />
        <Flex direction="column" alignItems="stretch" gap={1}>
          {effects
            .map((effect) => ({ effect, concerned: concernedBy(usedBy, effect).map((each) => textOf(each, effect)) }))
            .filter(({ concerned }) => concerned.length > 0)
            .map(({ effect, concerned }) => (
              <Typography key={effect} variant="pi" textColor={isRefused ? 'danger700' : 'primary700'}>
                {t(`means.${effect}`, { concerned: concerned.join(t('comma')) })}
              </Typography>
            ))}
        </Flex>
      </Flex>
    </Box>
  );
}
