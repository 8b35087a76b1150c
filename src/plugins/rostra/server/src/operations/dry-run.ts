import { readBoolean } from '../filters';
import type { Endpoint } from '../resource/endpoint';
import type { Query } from './query';

/** The query parameter of endpoints that can be tried: they do everything and roll it back. */
export const DRY_RUN: Endpoint['parameters'] = {
  dry_run: {
    parse: readBoolean,
    isExtension: true,
    description:
      'only try: status and body are those of the real request, with `"dry_run": true`, and nothing is written: `?dry_run`',
    schema: { type: 'boolean' },
  },
};

/** Whether a request only tries: `?dry_run`, also without a value, but not `?dry_run=false`. */
export const isDryRun = ({ parameters }: Pick<Endpoint, 'parameters'>, query: Query): boolean =>
  'dry_run' in parameters && query.has('dry_run') && !/^(false|0)$/.test(query.get('dry_run')?.[0] ?? '');
