import { panels } from '../../../../../panels';
import { type AnyPanel, both } from '../../../shared/panel';

const byName = new Map(panels.map((panel) => [both(panel.name), panel]));

/** The panel of a layout: Strapi's hooks tell the display name of the content type, but not its identifier. */
export const panelOfLayout = ({ settings }: { settings: { displayName?: string } }): AnyPanel | undefined =>
  byName.get(settings.displayName ?? '');
