import { format } from 'winston';
import { hideSecrets } from '../src/runtime/hidden-secrets';
import { logFormat } from '../src/runtime/log-format';
import { settings } from '../src/runtime/settings';

export default () => {
  const { logLevel, logFormat: name } = settings();
  return { level: logLevel, format: format.combine(logFormat(name), hideSecrets()) };
};
