import { formats } from '@strapi/logger';
import { format } from 'winston';
import { hideSecrets } from '../src/runtime/hidden-secrets';
import { settings } from '../src/runtime/settings';

export default () => ({ level: settings().logLevel, format: format.combine(formats.prettyPrint(), hideSecrets()) });
