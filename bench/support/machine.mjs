import os from 'node:os';

/** Describes the machine of a run, without names or paths. */
export async function machineOf({ query }) {
  const [{ version }] = await query(`select current_setting('server_version') as version`);
  return {
    cpus: os.cpus().length,
    model: os.cpus()[0].model,
    memory_gb: Math.round(os.totalmem() / 2 ** 30),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.versions.node,
    postgresql: version.split(' ')[0],
    load: Number(os.loadavg()[0].toFixed(1)),
  };
}

export const machineText = ({ cpus, model, memory_gb, node, postgresql, platform }) =>
  `${cpus} × ${model}, ${memory_gb} GB, Node ${node}, PostgreSQL ${postgresql}, ${platform}`;
