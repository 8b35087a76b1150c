import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { componentPanels, panels } from '../../../../../panels';
import { type Configuration, merge } from './merge';
import { type MainOfTarget, type LayoutValues, valuesOfComponent, valuesOfPanel } from './layout-values';

type Versions = Record<string, string>;

interface Model {
  uid: string;
  attributes: Record<string, unknown>;
}

interface Configurations {
  findConfiguration(model: { uid: string }): Promise<Configuration>;
  updateConfiguration(model: { uid: string }, configuration: Configuration): Promise<unknown>;
}

interface Layout {
  uid: string;
  parts: LayoutValues;
  configurations: Configurations;
}

const VERSIONS = 'layout-versions';

/**
 * Gives the content manager the layouts that the panels declare, each once for each version of it. What was applied is
 * remembered: a later version replaces only what editors have left as it was.
 */
export async function applyLayouts(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'plugin', name: 'newsroom' });
  const versions = ((await store.get({ key: VERSIONS })) ?? {}) as Versions;
  const outdated = layouts(strapi).filter(({ uid, parts }) => versions[uid] !== versionOf(parts));
  for (const { uid, parts, configurations } of outdated) {
    const key = `layout::${uid}`;
    const last = ((await store.get({ key })) ?? undefined) as LayoutValues | undefined;
    const { settings, metadatas, layouts } = await configurations.findConfiguration({ uid });
    await configurations.updateConfiguration({ uid }, merge({ settings, metadatas, layouts }, parts, last));
    await store.set({ key, value: parts });
    versions[uid] = versionOf(parts);
  }
  if (outdated.length > 0) await store.set({ key: VERSIONS, value: versions });
}

function layouts(strapi: Core.Strapi): Layout[] {
  const service = (name: string) => strapi.plugin('content-manager').service(name) as Configurations;
  const [contentTypes, components] = [service('content-types'), service('components')];
  return [
    ...panels.map((panel) => ({
      uid: panel.uid,
      parts: valuesOfPanel(panel, mainOfTargetIn(strapi.contentTypes[panel.uid as never])),
      configurations: contentTypes,
    })),
    ...componentPanels.map((panel) => ({
      uid: panel.uid,
      parts: valuesOfComponent(panel, mainOfTargetIn(strapi.components[panel.uid as never])),
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

const versionOf = (parts: LayoutValues): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
