import type { Core } from '@strapi/strapi';
import { read, schemas } from './input';
import { refusal } from './refusal';
import { type GetService, requestedJob } from './request';
import { receive, uploadPath } from './uploads';

/** Receives files in chunks. */
export const uploadController = (getService: GetService): Core.Controller => ({
  async receive(ctx) {
    const service = getService();
    const { id } = (await requestedJob(ctx, service)).job;
    const { offset } = read(schemas.chunk, ctx.query);
    const index = Number(ctx.params.file);
    // A retry of the chunk that is being received: the connection broke, which the server may not have noticed.
    const open = service.uploads.get(id);
    if (open?.index === index && open.offset === offset) open.from.destroy();
    await service.enqueue(id, async () => {
      const { stored, folder } = await requestedJob(ctx, service);
      const file = stored.files[index];
      if (!file || stored.state !== 'uploading') throw refusal('WRONG_STATE', 'the import expects no such file');
      if (ctx.get('content-type') !== 'application/octet-stream')
        throw refusal('INVALID', 'the body must be application/octet-stream');
      service.uploads.set(id, { index, offset, from: ctx.req });
      try {
        const received = await receive(ctx.req, uploadPath(folder, index, file), offset, file.size);
        const files = stored.files.map((each, at) => (at === index ? { ...each, received } : each));
        await service.jobs.save({ ...stored, files, beat: Date.now() });
        ctx.body = { received };
      } finally {
        service.uploads.delete(id);
      }
    });
  },
});
