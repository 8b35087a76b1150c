// What is killed, by name; each returns when the services run again.
import { setTimeout as pause } from 'node:timers/promises';
import { connectionTo, untilAnswered } from './database.mjs';

/** Kills of two services on one data folder, and of their database. */
export function killsOf(services, random) {
  const [first] = services;

  const startAgain = async (each) => {
    await each.start();
    each.isDown = false;
  };

  return {
    service: async () => {
      const each = random.pick(services);
      each.isDown = true;
      await each.kill('SIGKILL');
      await startAgain(each);
    },

    /** The services notice, and one of them restarts it. */
    database: async () => {
      first.killDatabase('SIGKILL');
      await pause(1000);
    },

    both: async () => {
      for (const each of services) each.isDown = true;
      if (random.chance(0.5)) first.killDatabase('SIGKILL');
      await Promise.all(services.map((each) => each.kill('SIGKILL')));
      for (const each of services) await startAgain(each);
    },

    /** The process of one of the writers' connections, in a COMMIT if there is one: the database recovers. */
    connection: async () => {
      const look = connectionTo(first.dataDir);
      const { rows } = await untilAnswered(
        look,
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
         order by (query ilike 'commit%') desc limit 1`,
      );
      look.close();
      try {
        if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    },
  };
}
