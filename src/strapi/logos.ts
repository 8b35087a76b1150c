import { type Kind, kinds } from '../plugins/rostra/server/src/uploads/kinds';
import { refusals } from '../plugins/rostra/server/src/uploads/refusals';
import { wrapAction } from './actions';
import { applyKind, type IncomingFile, kindIn } from './uploads';

/** What Strapi takes as a logo, without SVG, which may hold scripts. */
const LOGOS: Kind[] = [kinds.png, kinds.jpeg];

/**
 * Takes logos of the panel by their content, too: Strapi hands them to where files are kept without its upload service, and
 * believes the name and media type that the sender gives. Checked with Strapi 5.54.0.
 * @throws Error when Strapi has no such action any more.
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
