import { type Feature, textsOf } from '../../../panel/feature';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** Words for what is wrong or odd in records, by its code. */
const findings: Feature = { texts: textsOf('findings', { en, zh }) };

export default findings;
