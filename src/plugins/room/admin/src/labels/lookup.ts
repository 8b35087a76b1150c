import { componentPanels, panels } from '../../../../../panels';
import { type AnyComponentPanel, type AnyPanel, both } from '../../../shared/panel';

const byName = new Map(panels.map((panel) => [both(panel.name), panel]));
const byUid = new Map(componentPanels.map((panel) => [panel.uid as string, panel]));

/** The panel of a layout: Strapi's hooks tell the display name of the content type, but not its identifier. */
export const panelOf = ({ settings }: { settings: { displayName?: string } }): AnyPanel | undefined =>
  byName.get(settings.displayName ?? '');

/** The panel of a component. */
export const componentPanelOf = (uid: string): AnyComponentPanel | undefined => byUid.get(uid);
