import { format } from 'winston';
import { logFormat } from '../src/runtime/log-format';
import { redactLog } from '../src/runtime/redact-secrets';
import { settings } from '../src/runtime/settings';

export default () => {
  const { logLevel, logFormat: name } = settings();
  return { level: logLevel, format: format.combine(logFormat(name), redactLog()) };
};
