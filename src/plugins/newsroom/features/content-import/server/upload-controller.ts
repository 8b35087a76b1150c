import type { Core } from '@strapi/strapi';
import { read, schemas } from './input';
import { refused } from './refusal';
import { askedFor, type DeskOf } from './request';
import { fileIn, receive } from './uploads';

/** Files as they come, part by part. */
export const receiving = (deskOf: DeskOf): Core.Controller => ({
  async receive(ctx) {
    const desk = deskOf();
    const { id } = (await askedFor(ctx, desk)).job;
    const { offset } = read(schemas.part, ctx.query);
    const index = Number(ctx.params.file);
    // The page sends again what was cut off on the way, which may not have been noticed here.
    const open = desk.uploads.get(id);
    if (open?.index === index && open.offset === offset) open.from.destroy();
    await desk.inTurn(id, async () => {
      const { kept, folder } = await askedFor(ctx, desk);
      const file = kept.files[index];
      if (!file || kept.state !== 'uploading') throw refused('WRONG_STATE', 'no file is expected');
      if (ctx.get('content-type') !== 'application/octet-stream')
        throw refused('INVALID', 'the body must be application/octet-stream');
      desk.uploads.set(id, { index, offset, from: ctx.req });
      try {
        const received = await receive(ctx.req, fileIn(folder, index, file), offset, file.size);
        const files = kept.files.map((each, at) => (at === index ? { ...each, received } : each));
        await desk.jobs.save({ ...kept, files, beat: Date.now() });
        ctx.body = { received };
      } finally {
        desk.uploads.delete(id);
      }
    });
  },
});
