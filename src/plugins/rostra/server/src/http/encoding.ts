import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Context } from 'koa';
import { entryOf } from '../../../../../common/maps';
import type { Answer } from '../resource/endpoint';

/** The compressed forms that we have; the asker's order decides. */
const FORMS = ['br', 'gzip'] as const;
type Form = (typeof FORMS)[number];

/** Texts below so many bytes are sent as they are. */
const WORTH_IT = 1_024;

const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Record<Form, (body: string | Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(zlib.brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(zlib.gzip)(body),
};

// What has been written goes out at once: the first rows do not wait for those that fill a block.
const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
const compressor = {
  br: () => zlib.createBrotliCompress({ ...BROTLI, flush: BROTLI_OPERATION_FLUSH }),
  gzip: () => zlib.createGzip({ flush: Z_SYNC_FLUSH }),
};

const known = new WeakMap<Answer, Map<Form, Promise<Buffer>>>();

/** The form in which an answer is best sent: undefined where it is not asked for, or not worth it. */
export function formFor(ctx: Context, { body, type = 'json' }: Answer): Form | undefined {
  if (body === undefined || !/json|text/.test(type)) return undefined;
  const isLong = !(typeof body === 'string' || Buffer.isBuffer(body)) || body.length >= WORTH_IT;
  const form = isLong ? ctx.acceptsEncodings(...FORMS, 'identity') : false;
  return FORMS.find((each) => each === form);
}

/** The body of an answer in a compressed form; that of an answer which is sent again is made once. */
export function inForm(answer: Answer, body: NonNullable<Answer['body']>, form: Form): Promise<Buffer> | Readable {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const forms = entryOf(known, answer, () => new Map<Form, Promise<Buffer>>());
    return entryOf(forms, form, () => compress[form](body));
  }
  // Whoever fails ends the other one; the reader of the compressed form is told.
  return pipeline(body, compressor[form](), () => undefined) as unknown as Readable;
}
