import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureCluster } from './cluster';

describe('a new database', () => {
  it('is announced on standard error: standard output belongs to the answer of a command', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-cluster-'));
    const [out, err] = [jest.spyOn(console, 'log'), jest.spyOn(console, 'error').mockReturnValue()];
    // There is no PostgreSQL, so that nothing is started.
    const placement = {
      dataDir,
      cluster: path.join(dataDir, 'postgres'),
      native: dataDir,
      logFile: '',
      owner: undefined,
    };
    try {
      await expect(ensureCluster(placement)).rejects.toThrow();
      expect(out).not.toHaveBeenCalled();
      expect(err).toHaveBeenCalledWith('Creating the database …');
    } finally {
      out.mockRestore();
      err.mockRestore();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
