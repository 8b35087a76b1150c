// node scripts/missing-translations.mjs: texts of the installed Strapi that neither it nor we have in Traditional Chinese.
import { readFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { strapiTexts, TRANSLATIONS } from './lib/strapi-texts.mjs';

const OURS = inRoot('src', 'plugins', 'room', 'admin', 'src', 'labels', 'strapi-zh.json');

/** What no editor meets: paid plans, the marketplace, the cloud, tours for developers. */
const SKIPPED = [
  /auditLogs|Purchase|purchase|FreeTrial|trialCountdown|UpsellBanner|NpsSurvey|Onboarding|premiumFeature|\.sso[.]|\.ee[.]/,
  /^tours\.|BlockLink|deploy-now|content-history|^history\.|^preview\.|aiMetadata|aiLocalizations/,
  /^ai\.|AITranslation|ai-translations|replace\.description\.ai|[mM]etadata/,
];

const ours = JSON.parse(readFileSync(OURS, 'utf8'));
let count = 0;
for (const plugin of Object.keys(TRANSLATIONS)) {
  const [en, zh] = [await strapiTexts(plugin, 'en'), await strapiTexts(plugin, 'zh')];
  for (const [key, text] of Object.entries(en)) {
    if (key in zh || key in (ours[plugin] ?? {}) || SKIPPED.some((pattern) => pattern.test(key))) continue;
    count += 1;
    console.log(`${plugin}\t${key}\t${JSON.stringify(text)}`);
  }
}
console.log(count === 0 ? 'No text that editors meet is missing.' : `${count} missing.`);
