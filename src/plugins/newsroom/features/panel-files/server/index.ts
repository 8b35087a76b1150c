import type { Feature } from '../../../server/feature';

/** The panel's files are sent in the form that is asked for: whoever keeps them for several browsers shall know. */
export const panelFiles: Feature = {
  register(strapi) {
    const panel = `${strapi.config.get('admin.path')}/`;
    strapi.server.use(async (ctx, next) => {
      if (ctx.path.startsWith(panel)) ctx.vary('Accept-Encoding');
      await next();
    });
  },
};
