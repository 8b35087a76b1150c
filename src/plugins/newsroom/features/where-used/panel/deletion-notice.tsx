import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, WarningCircle } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { pluralOf } from '../../../shared/panels';
import type { Effect, UsedBy } from '../shared/where-used';

/** Says what deleting would do, to how many records of which kinds; if it is refused, only that. */
export function DeletionNotice({ usedBy }: { usedBy: UsedBy[] }) {
  const { formatMessage, locale } = useIntl();
  const language = languageOf(locale);
  const countIn = ({ uses }: UsedBy, effect: Effect): number =>
    uses.filter((use) => use.effect === effect).reduce((sum, use) => sum + use.count, 0);
  const count = (effect: Effect): number => usedBy.reduce((sum, each) => sum + countIn(each, effect), 0);
  const kindsOf = (effect: Effect): string =>
    usedBy
      .map((each) => ({ name: pluralOf(each.uid, language), count: countIn(each, effect) }))
      .filter((kind) => kind.count > 0)
      .map((kind) => formatMessage({ id: 'newsroom.where-used.kind' }, kind))
      .join(formatMessage({ id: 'newsroom.where-used.comma' }));
  const isRefused = count('restrict') > 0;
  const effects = isRefused ? (['restrict'] as const) : (['cascade', 'clear', 'unlist'] as const).filter(count);
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
          {effects.map((effect) => (
            <Typography key={effect} variant="pi" textColor={isRefused ? 'danger700' : 'primary700'}>
              {formatMessage(
                { id: `newsroom.where-used.means.${effect}` },
                { count: count(effect), kinds: kindsOf(effect) },
              )}
            </Typography>
          ))}
        </Flex>
      </Flex>
    </Box>
  );
}
