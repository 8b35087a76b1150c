/** Connection options for the `pg` driver, as knex and pools of our own take them. */
interface ConnectionOptions {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: false | { rejectUnauthorized: boolean };
}

const CHECKED = ['verify-ca', 'verify-full'];
const UNCHECKED = ['require', 'prefer'];

/** Takes a PostgreSQL address apart; `sslmode` follows the meaning that psql gives it, `?host=` names a socket folder. */
export function connectionOptions(address: string): ConnectionOptions {
  const url = new URL(address);
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const isEncrypted = CHECKED.includes(mode) || UNCHECKED.includes(mode);
  return {
    host: url.searchParams.get('host') ?? (url.hostname.replace(/^\[|\]$/g, '') || 'localhost'),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ssl: isEncrypted && { rejectUnauthorized: CHECKED.includes(mode) },
  };
}
