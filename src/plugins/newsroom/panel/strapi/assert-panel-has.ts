/** Asserts that Strapi's panel has what a feature attaches to. @throws Error, which `addFeatures` logs to the console. */
export function assertPanelHas(condition: unknown, what: string): asserts condition {
  if (!condition)
    throw new Error(`The panel of this version of Strapi has no ${what}; the plugin was checked with 5.54.0.`);
}
