/** Connection options for the `pg` driver, knex and our own pools. */
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

/** Parses a PostgreSQL address. `sslmode` means what it means to psql; `?host=` names a socket folder. */
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
