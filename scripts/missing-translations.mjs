/*
 * node scripts/missing-translations.mjs, for use after an upgrade of Strapi: lists its texts without a Traditional
 * Chinese version by Strapi or us, and our texts that Strapi no longer has. A unit test compares their placeholders.
 */
import { readFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { strapiTexts, TRANSLATIONS } from './lib/strapi-texts.mjs';

const OURS = inRoot('src', 'plugins', 'newsroom', 'features', 'layout', 'texts', 'strapi-zh.json');

/** Texts that editors never see: paid plans, the marketplace, the cloud, tours for developers. */
const SKIPPED = [
  /auditLogs|Purchase|purchase|FreeTrial|trialCountdown|UpsellBanner|NpsSurvey|Onboarding|premiumFeature|\.sso[.]|\.ee[.]/,
  /^tours\.|BlockLink|deploy-now|content-history|^history\.|^preview\.|aiMetadata|aiLocalizations/,
  /^ai\.|AITranslation|ai-translations|replace\.description\.ai|[mM]etadata/,
];

const ours = JSON.parse(readFileSync(OURS, 'utf8'));
const faults = [];
for (const plugin of Object.keys(TRANSLATIONS)) {
  const [en, zh] = [await strapiTexts(plugin, 'en'), await strapiTexts(plugin, 'zh')];
  const own = ours[plugin] ?? {};
  for (const [key, text] of Object.entries(en)) {
    if (key in zh || key in own || SKIPPED.some((pattern) => pattern.test(key))) continue;
    faults.push(['missing', plugin, key, text]);
  }
  for (const key of Object.keys(own)) if (!(key in en)) faults.push(['gone', plugin, key, own[key]]);
}
for (const [fault, plugin, key, text] of faults) console.log(`${fault}\t${plugin}\t${key}\t${JSON.stringify(text)}`);
console.log(faults.length === 0 ? 'No text for editors is missing.' : `${faults.length} to check.`);
process.exitCode = faults.length === 0 ? 0 : 1;
