import { Radio } from '@strapi/design-system';
import type { Side } from './save';
import { useText } from './use-text';

interface Props {
  side: Side | undefined;
  /** Whether the editor's own content can stay. */
  canKeepMine: boolean;
  choose(side: Side): void;
}

/** Asks whose content stays. */
export function SideRadio({ side, canKeepMine, choose }: Props) {
  const { t } = useText();
  return (
    <Radio.Group aria-label={t('choice')} value={side ?? ''} onValueChange={(value: string) => choose(value as Side)}>
      <Radio.Item value="theirs">{t('theirs')}</Radio.Item>
      <Radio.Item value="mine" disabled={!canKeepMine}>
        {t('mine')}
      </Radio.Item>
    </Radio.Group>
  );
}
