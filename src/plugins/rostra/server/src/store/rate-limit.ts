import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { entryOf } from '../../../../../common/maps';
import { errors } from '../errors/errors';
import { poolOf } from './pools';

/** How often something may be done, in how many seconds; counted in the database, for all processes together. */
export interface Limit {
  name: string;
  times: number;
  seconds: number;
}

const TABLE = 'rostra_rate_limits';
const limiters = new WeakMap<object, Map<string, Promise<RateLimiterPostgres>>>();

/** Counts one more time. Errors: TOO_MANY_REQUESTS with the seconds to wait. */
export async function count(limit: Limit, key: string): Promise<void> {
  const limiter = await limiterOf(limit);
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw errors.tooManyRequests(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}

/** Does something that counts; when it fails, it has not counted. Errors: TOO_MANY_REQUESTS, and those of the work. */
export async function whileCounted<T>(limit: Limit, key: string, work: () => Promise<T>): Promise<T> {
  await count(limit, key);
  try {
    return await work();
  } catch (error) {
    await (await limiterOf(limit)).reward(key);
    throw error;
  }
}

function limiterOf(limit: Limit): Promise<RateLimiterPostgres> {
  const ofPool = entryOf(limiters, poolOf(), () => new Map<string, Promise<RateLimiterPostgres>>());
  return entryOf(ofPool, limit.name, async () => {
    try {
      return await make(limit);
    } catch (error) {
      ofPool.delete(limit.name);
      throw error;
    }
  });
}

/** Makes the table, too, when there is none. */
function make({ name, times, seconds }: Limit): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const limiter = new RateLimiterPostgres(
      { storeClient: poolOf(), tableName: TABLE, keyPrefix: name, points: times, duration: seconds },
      (error) => (error ? reject(error) : resolve(limiter)),
    );
  });
}
