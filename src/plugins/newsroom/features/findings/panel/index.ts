import { type Feature, textsOf } from '../../../panel/feature';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** Texts of findings, by code. */
const findings: Feature = { texts: textsOf('findings', { en, zh }) };

export default findings;
