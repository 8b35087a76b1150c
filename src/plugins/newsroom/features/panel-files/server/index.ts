import type { Feature } from '../../../server/feature';

/** Sends `Vary: Accept-Encoding` with the panel's files: caches between us and browsers must keep the encodings apart. */
export const panelFiles: Feature = {
  register(strapi) {
    const panel = `${strapi.config.get('admin.path')}/`;
    strapi.server.use(async (ctx, next) => {
      if (ctx.path.startsWith(panel)) ctx.vary('Accept-Encoding');
      await next();
    });
  },
};
