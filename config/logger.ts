import { settings } from '../src/runtime/settings';

export default () => ({ level: settings().logLevel });
