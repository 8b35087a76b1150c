import { type Feature, textsOf } from '../../../panel/feature';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** The text that replaces a part that failed to render. */
const errorBoundary: Feature = { texts: textsOf('error-boundary', { en, zh }) };

export default errorBoundary;
