import { panels } from '../../../../../panels';
import { type AnyPanel, both } from '../../../shared/panel';

const byName = new Map(panels.map((panel) => [both(panel.name), panel]));

/** The panel of a layout. Strapi's hooks pass the display name of the content type, but not its uid. */
export const panelOfLayout = ({ settings }: { settings: { displayName?: string } }): AnyPanel | undefined =>
  byName.get(settings.displayName ?? '');
