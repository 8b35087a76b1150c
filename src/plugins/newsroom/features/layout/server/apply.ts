import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { componentPanels, panels } from '../../../../../panels';
import { panelLayouts } from '../../../../../strapi/panel-layouts';
import { type LayoutValues, type MainOfTarget, valuesOfComponent, valuesOfPanel } from './layout-values';
import { merge } from './merge';

type Versions = Record<string, string>;

interface Model {
  uid: string;
  attributes: Record<string, unknown>;
}

interface Layout {
  uid: string;
  values: LayoutValues;
  configurations: ReturnType<typeof panelLayouts>;
}

const VERSIONS = 'layout-versions';

/**
 * Applies the layouts that the panels declare to the content manager, each version once. The applied values are stored, so
 * that a later version replaces only what editors have not changed.
 */
export async function applyLayouts(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'plugin', name: 'newsroom' });
  const versions = ((await store.get({ key: VERSIONS })) ?? {}) as Versions;
  const outdated = layouts(strapi).filter(({ uid, values }) => versions[uid] !== versionOf(values));
  for (const { uid, values, configurations } of outdated) {
    const key = `layout::${uid}`;
    const last = ((await store.get({ key })) ?? undefined) as LayoutValues | undefined;
    const { settings, metadatas, layouts } = await configurations.findConfiguration({ uid });
    await configurations.updateConfiguration({ uid }, merge({ settings, metadatas, layouts }, values, last));
    await store.set({ key, value: values });
    versions[uid] = versionOf(values);
  }
  if (outdated.length > 0) await store.set({ key: VERSIONS, value: versions });
}

function layouts(strapi: Core.Strapi): Layout[] {
  const [contentTypes, components] = [panelLayouts('content-types'), panelLayouts('components')];
  return [
    ...panels.map((panel) => ({
      uid: panel.uid,
      values: valuesOfPanel(panel, mainOfTargetIn(strapi.contentTypes[panel.uid as never])),
      configurations: contentTypes,
    })),
    ...componentPanels.map((panel) => ({
      uid: panel.uid,
      values: valuesOfComponent(panel, mainOfTargetIn(strapi.components[panel.uid as never])),
      configurations: components,
    })),
  ];
}

const mainOf: Record<string, string> = {
  ...Object.fromEntries(panels.map(({ uid, main }) => [uid, main])),
  'plugin::users-permissions.user': 'username',
};

const mainOfTargetIn =
  (model: Model | undefined): MainOfTarget =>
  (name) => {
    const { target } = (model?.attributes[name] ?? {}) as { target?: string };
    return target === undefined ? undefined : mainOf[target];
  };

const versionOf = (values: LayoutValues): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
