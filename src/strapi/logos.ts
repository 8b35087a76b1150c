import { type Kind, kinds } from '../plugins/rostra/server/src/uploads/kinds';
import { refusals } from '../plugins/rostra/server/src/uploads/refusals';
import { wrapAction } from './actions';
import { applyKind, type IncomingFile, kindIn } from './uploads';

/** The kinds that Strapi accepts as logos, except SVG, which may contain scripts. */
const LOGOS: Kind[] = [kinds.png, kinds.jpeg];

/**
 * Checks the content of the panel's logos as well: Strapi stores them without its upload service, and trusts the name and media
 * type that the sender gives. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi has no such action.
 */
export function inspectLogos(): void {
  wrapAction('admin::admin', 'updateProjectSettings', async (ctx, update) => {
    const { files = {} } = ctx.request as { files?: Record<string, IncomingFile | IncomingFile[]> };
    for (const file of Object.values(files).flat()) {
      const kind = await kindIn(file);
      if (!LOGOS.includes(kind)) throw refusals.logo(file.originalFilename || 'file');
      applyKind(file, undefined, kind);
    }
    return update();
  });
}
