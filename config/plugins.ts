import { connectionOptions } from '../src/runtime/database-url';
import { mailProvider } from '../src/runtime/mail';
import { settings } from '../src/runtime/settings';

const SECONDS_AN_HOUR = 3600;

export default () => {
  const current = settings();
  const { jwtSecret, accessTokenHours } = current;
  const accessTokenLifespan = accessTokenHours * SECONDS_AN_HOUR;
  return {
    rostra: {
      enabled: true,
      resolve: './src/plugins/rostra',
      config: {
        publicUrl: current.publicUrl,
        bodyLimit: current.bodyLimit,
        corsOrigins: current.corsOrigins,
        pageSize: current.pageSize,
        answerCacheMb: current.answerCacheMb,
        ...(current.databaseReadUrl ? { readDatabase: connectionOptions(current.databaseReadUrl) } : {}),
      },
    },
    room: {
      enabled: true,
      resolve: './src/plugins/room',
      config: { contentTypeBuilder: !current.isProduction, dataDir: current.dataDir },
    },
    // Which files are taken is decided by src/strapi/uploads.ts, with sentences for editors; unset, Strapi warns at every one.
    upload: { config: { security: { allowedTypes: ['*/*'] } } },
    email: { config: mailProvider(current) },
    'users-permissions': {
      config: {
        jwtSecret,
        jwtManagement: 'refresh',
        sessions: {
          // A console that knows a bearer token only cannot refresh it: it must last a working day.
          accessTokenLifespan,
          maxSessionLifespan: Math.max(accessTokenLifespan, 24 * SECONDS_AN_HOUR),
          idleSessionLifespan: Math.max(accessTokenLifespan, 2 * SECONDS_AN_HOUR),
          // With a secure cookie the log-in fails over plain HTTP.
          cookie: { secure: false },
        },
      },
    },
  };
};
