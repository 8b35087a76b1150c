import type { Core } from '@strapi/strapi';
import { read, schemas } from './input';
import { refusal } from './refusal';
import { type GetService, requestedJob } from './request';
import { fileIn, receive } from './uploads';

/** Files as they come, part by part. */
export const uploadController = (getService: GetService): Core.Controller => ({
  async receive(ctx) {
    const service = getService();
    const { id } = (await requestedJob(ctx, service)).job;
    const { offset } = read(schemas.part, ctx.query);
    const index = Number(ctx.params.file);
    // The page sends again what was cut off on the way, which may not have been noticed here.
    const open = service.uploads.get(id);
    if (open?.index === index && open.offset === offset) open.from.destroy();
    await service.enqueue(id, async () => {
      const { kept, folder } = await requestedJob(ctx, service);
      const file = kept.files[index];
      if (!file || kept.state !== 'uploading') throw refusal('WRONG_STATE', 'no file is expected');
      if (ctx.get('content-type') !== 'application/octet-stream')
        throw refusal('INVALID', 'the body must be application/octet-stream');
      service.uploads.set(id, { index, offset, from: ctx.req });
      try {
        const received = await receive(ctx.req, fileIn(folder, index, file), offset, file.size);
        const files = kept.files.map((each, at) => (at === index ? { ...each, received } : each));
        await service.jobs.save({ ...kept, files, beat: Date.now() });
        ctx.body = { received };
      } finally {
        service.uploads.delete(id);
      }
    });
  },
});
