import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { freePort } from './port';

describe('a port for the embedded database', () => {
  it('is the preferred one, unless something listens there or the service will', async () => {
    const preferred = randomInt(32_000, 32_700);
    expect(await freePort(preferred)).toBe(preferred);
    const reserved = await freePort(preferred, preferred);
    expect(reserved).toBeGreaterThanOrEqual(20_000);
    expect(reserved).toBeLessThan(32_000);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(preferred, '127.0.0.1', resolve));
    expect(await freePort(preferred)).not.toBe(preferred);
    await new Promise((resolve) => other.close(resolve));
  });
});
