import { logFormat } from '../src/runtime/log-format';
import { settings } from '../src/runtime/settings';

export default () => ({ level: settings().logLevel, format: logFormat(settings().logFormat) });
