import { codeOf } from '../src/plugins/newsroom/features/roles/server/roles';
import { connectionOptions } from '../src/runtime/database-url';
import { settings } from '../src/runtime/settings';
import { mailProvider } from '../src/strapi/mail-provider';

const SECONDS_PER_HOUR = 3600;
const DAY = 24 * SECONDS_PER_HOUR;

export default () => {
  const current = settings();
  const { jwtSecret, accessTokenHours } = current;
  const accessTokenLifespan = accessTokenHours * SECONDS_PER_HOUR;
  return {
    rostra: {
      enabled: true,
      resolve: './src/plugins/rostra',
      config: {
        publicUrl: current.publicUrl,
        bodyLimit: current.bodyLimit,
        corsOrigins: current.corsOrigins,
        pageSize: current.pageSize,
        registrationsPerMinute: current.registrationsPerMinute,
        panelLogInsPerMinute: current.panelLogInsPerMinute,
        answerCacheMb: current.answerCacheMb,
        readTimeout: current.readTimeout,
        databaseTimeout: current.databaseTimeout,
        rateLimits: current.rateLimits,
        metricsToken: current.metricsToken,
        isProxied: current.trustProxy !== undefined,
        dataDir: current.dataDir,
        ...(current.historyDays ? { historyDays: current.historyDays } : {}),
        ...(current.sso ? { sso: { ...current.sso, panelRoles: withCodes(current.sso.panelRoles) } } : {}),
        ...(current.databaseReadUrl ? { readDatabase: connectionOptions(current.databaseReadUrl) } : {}),
      },
    },
    newsroom: {
      enabled: true,
      resolve: './src/plugins/newsroom',
      config: { contentTypeBuilder: !current.isProduction, dataDir: current.dataDir },
    },
    // src/strapi/uploads.ts decides which files are accepted, with messages for editors; by default, Strapi warns about each file.
    upload: { config: { security: { allowedTypes: ['*/*'] } } },
    email: { config: mailProvider(current) },
    'users-permissions': {
      config: {
        jwtSecret,
        jwtManagement: 'refresh',
        sessions: {
          // Consoles that only know bearer tokens cannot refresh them, so a token must last a working day.
          accessTokenLifespan,
          // A token ends with its session, so sessions must last as long.
          maxRefreshTokenLifespan: Math.max(accessTokenLifespan, 30 * DAY),
          idleRefreshTokenLifespan: Math.max(accessTokenLifespan, 14 * DAY),
          maxSessionLifespan: Math.max(accessTokenLifespan, DAY),
          idleSessionLifespan: Math.max(accessTokenLifespan, 2 * SECONDS_PER_HOUR),
          // `secure` is decided for each request, see src/strapi/secure-cookies.ts.
          cookie: {},
        },
      },
    },
  };
};

/** Replaces the names of the panel's roles by Strapi's codes. */
const withCodes = (roles: { value: string; role: string }[]) =>
  roles.map(({ value, role }) => ({ value, role: codeOf(role) }));
