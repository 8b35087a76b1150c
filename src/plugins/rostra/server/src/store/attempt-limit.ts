import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { entryOf } from '../../../../../common/maps';
import { errors } from '../errors/errors';
import { readPool } from './pools';

/** How many attempts (log-ins, mails) are allowed in a number of seconds. All processes share the counts, which are in the database. */
export interface AttemptLimit {
  name: string;
  times: number;
  seconds: number;
}

const TABLE = 'rostra_rate_limits';
const limiters = new WeakMap<object, Map<string, Promise<RateLimiterPostgres>>>();

/** Counts an attempt. Errors: TOO_MANY_REQUESTS with the seconds to wait. */
export async function countAttempt(limit: AttemptLimit, key: string): Promise<void> {
  const limiter = await limiterOf(limit);
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw errors.tooManyRequests(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}

/** Counts an attempt and runs `work`; if that fails, the attempt does not count. Errors: TOO_MANY_REQUESTS, and those of `work`. */
export async function countAttemptUnlessFailed<T>(
  limit: AttemptLimit,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  await countAttempt(limit, key);
  try {
    return await work();
  } catch (error) {
    await (await limiterOf(limit)).reward(key);
    throw error;
  }
}

function limiterOf(limit: AttemptLimit): Promise<RateLimiterPostgres> {
  const limitersOfPool = entryOf(limiters, readPool(), () => new Map<string, Promise<RateLimiterPostgres>>());
  return entryOf(limitersOfPool, limit.name, async () => {
    try {
      return await createLimiter(limit);
    } catch (error) {
      limitersOfPool.delete(limit.name);
      throw error;
    }
  });
}

/** Creates the table as well if there is none. */
function createLimiter({ name, times, seconds }: AttemptLimit): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const limiter = new RateLimiterPostgres(
      { storeClient: readPool(), tableName: TABLE, keyPrefix: name, points: times, duration: seconds },
      (error) => (error ? reject(error) : resolve(limiter)),
    );
  });
}
