import { sql, testService } from '../support/client';
import { nodeOptions } from '../support/node-options';
import { runCommand } from '../support/service';

describe('a declaration that PostgreSQL refuses', () => {
  it('ends the start with a sentence that names the resource and the filter', async () => {
    // Otherwise the start would rely on an earlier one with the same build.
    await sql('delete from rostra_settled');
    const done = await runCommand('content', ['batches'], {
      ...testService.environment,
      NODE_OPTIONS: nodeOptions('broken-filter.cjs'),
    });
    expect(done).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'PostgreSQL rejects the statement of filter "act" of the resource "rs_bills": column "no_such_column" does not exist.',
      ),
    });
  });
});
