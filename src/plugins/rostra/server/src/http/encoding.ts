import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Context } from 'koa';
import { entryOf } from '../../../../../common/maps';
import type { Answer } from '../resource/endpoint';

/** The encodings that the service offers; the client's order decides. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Shorter texts are sent uncompressed. */
const MIN_BYTES = 1_024;

const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Record<Encoding, (body: string | Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(zlib.brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(zlib.gzip)(body),
};

// Flush after each write: the first rows do not wait until a block is full.
const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
const compressor = {
  br: () => zlib.createBrotliCompress({ ...BROTLI, flush: BROTLI_OPERATION_FLUSH }),
  gzip: () => zlib.createGzip({ flush: Z_SYNC_FLUSH }),
};

const cache = new WeakMap<Answer, Map<Encoding, Promise<Buffer>>>();

/** Chooses the encoding for an answer: undefined where the client accepts none, or compression does not pay. */
export function encodingFor(ctx: Context, { body, type = 'json' }: Answer): Encoding | undefined {
  if (body === undefined || !/json|text/.test(type)) return undefined;
  const isLong = !(typeof body === 'string' || Buffer.isBuffer(body)) || body.length >= MIN_BYTES;
  const encoding = isLong ? ctx.acceptsEncodings(...ENCODINGS, 'identity') : false;
  return ENCODINGS.find((each) => each === encoding);
}

/** Compresses the body of an answer. Whole bodies are compressed once for each answer, however often it is sent. */
export function encode(
  answer: Answer,
  body: NonNullable<Answer['body']>,
  encoding: Encoding,
): Promise<Buffer> | Readable {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const byEncoding = entryOf(cache, answer, () => new Map<Encoding, Promise<Buffer>>());
    return entryOf(byEncoding, encoding, () => compress[encoding](body));
  }
  // A failure of one stream destroys the other; the reader of the compressed one gets the error.
  return pipeline(body, compressor[encoding](), () => undefined) as unknown as Readable;
}
