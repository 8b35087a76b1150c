import type { Core } from '@strapi/strapi';
import { traceOf } from '../plugins/rostra/server/src/http/trace';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * Names the request in every line that is written for it, by whichever part of Strapi or of ours. The logger takes its
 * `defaultMeta` anew for each line. Checked with Strapi 5.54.0 (winston 3.10).
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
