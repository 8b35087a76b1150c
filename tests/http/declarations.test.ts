import path from 'node:path';
import { sql, testService } from '../support/client';
import { root, runCommand } from '../support/service';

describe('a declaration that PostgreSQL refuses', () => {
  it('ends the start with a sentence that names the resource and the filter', async () => {
    const broken = path.join(root, 'tests', 'support', 'broken-filter.cjs');
    // Otherwise the start would rely on an earlier one with the same build.
    await sql('delete from rostra_settled');
    const done = await runCommand('content', ['batches'], {
      ...testService.environment,
      NODE_OPTIONS: `--require ${broken}`,
    });
    expect(done).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'PostgreSQL rejects the statement of filter "act" of the resource "rs_bills": column "no_such_column" does not exist.',
      ),
    });
  });
});
