import type { Core } from '@strapi/strapi';
import { traceOf } from '../plugins/rostra/server/src/http/trace';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * Adds the ids of the current request to every log line, whether ours or Strapi's. The logger reads `defaultMeta` for each line.
 * Checked with Strapi 5.54.0 (winston 3.10).
 */
export function nameRequestsInLog(strapi: Core.Strapi): void {
  const log = strapi.log as { defaultMeta?: unknown };
  assertStrapiHas('defaultMeta' in log && !log.defaultMeta, 'logger without fields of its own');
  const trace = () => traceOf(strapi.requestContext.get());
  log.defaultMeta = {
    get requestId() {
      return trace()?.requestId;
    },
    get traceId() {
      return trace()?.traceId;
    },
  };
}
