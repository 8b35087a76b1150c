import { basename, extname } from 'node:path';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { kindOf } from '../plugins/rostra/server/src/uploads/inspect';
import { type Kind, kindOfExtension } from '../plugins/rostra/server/src/uploads/kinds';
import { refusals } from '../plugins/rostra/server/src/uploads/refusals';
import { assertFunctions } from './actions';

/** An uploaded file, in its temporary copy. */
export interface IncomingFile {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  detectedMimeType?: string;
}

/** Editable details of a file. */
interface Info {
  name?: string | null;
}

/** The part of the upload plugin's service that we use. */
interface Uploads {
  upload(
    input: { data: { fileInfo?: Info | Info[] }; files: IncomingFile | IncomingFile[] },
    options?: unknown,
  ): Promise<unknown>;
  replace(id: unknown, input: { data: { fileInfo?: Info }; file: IncomingFile }, options?: unknown): Promise<unknown>;
  updateFileInfo(id: unknown, info: Info, options?: unknown): Promise<unknown>;
  findOne(id: unknown): Promise<{ ext: string } | null>;
}

interface Fetching {
  fetchUrlToInputFile(...args: unknown[]): Promise<unknown>;
}

/** The longest file name, in characters: in UTF-8 and with its hash, it must fit into the 255 bytes of file systems. */
const MAX_NAME_LENGTH = 200;

/**
 * Accepts only files whose content is of an accepted kind, on every route, and sets their extension and media type by content.
 * Refuses to fetch files from URLs, because callers could make the service send requests to any address. Checked with Strapi
 * 5.54.0.
 * @throws StartError when the upload plugin lacks one of the services.
 */
export function inspectUploads(): void {
  const services = app().get('services');
  services.extend('plugin::upload.upload', (service: Uploads): Uploads => {
    assertFunctions(service, 'plugin::upload.upload', ['upload', 'replace', 'updateFileInfo', 'findOne']);
    return { ...service, ...inspecting(service) };
  });
  services.extend('plugin::upload.file', (service: Fetching): Fetching => {
    assertFunctions(service, 'plugin::upload.file', ['fetchUrlToInputFile']);
    return { ...service, fetchUrlToInputFile: () => Promise.reject(refusals.address()) };
  });
  // Create the services now, so that the start fails if one has changed.
  for (const name of ['upload', 'file']) app().plugin('upload')?.service(name);
}

const inspecting = (service: Uploads): Pick<Uploads, 'upload' | 'replace' | 'updateFileInfo'> => ({
  async upload({ data, files }, options) {
    const infos = [data.fileInfo].flat();
    for (const [index, file] of [files].flat().entries()) applyKind(file, infos[index], await kindIn(file));
    return service.upload({ data, files }, options);
  },
  async replace(id, { data, file }, options) {
    const kind = await kindIn(file);
    const extension = (await service.findOne(id))?.ext;
    // The URL stays the same, and with it the extension.
    if (extension !== undefined && kindOfExtension(extension) !== kind)
      throw refusals.otherKind(nameOf(file), extension);
    applyKind(file, data.fileInfo, kind);
    return service.replace(id, { data, file }, options);
  },
  async updateFileInfo(id, info, options) {
    ensureName(info.name);
    return service.updateFileInfo(id, info, options);
  },
});

/** The kind of a file by its content. Errors: when the kind is not accepted, or the name is invalid. */
export async function kindIn(file: IncomingFile): Promise<Kind> {
  const name = nameOf(file);
  ensureName(name);
  const kind = await kindOf(file.filepath, name);
  if (!kind) throw refusals.kind(name);
  return kind;
}

/** Sets the extension and media type of a file to those of its kind. */
export function applyKind(file: IncomingFile, info: Info | undefined, kind: Kind): void {
  file.originalFilename = withExtension(nameOf(file), kind);
  file.mimetype = kind.type;
  file.detectedMimeType = kind.type;
  if (!info?.name) return;
  ensureName(info.name);
  info.name = withExtension(info.name, kind);
}

function withExtension(name: string, { extensions }: Kind): string {
  const extension = extname(name);
  return extensions.includes(extension.toLowerCase()) ? name : `${basename(name, extension)}${extensions[0]}`;
}

function ensureName(name: string | null | undefined): void {
  if (name && (name.length > MAX_NAME_LENGTH || /[/\\]/.test(name))) throw refusals.name(MAX_NAME_LENGTH);
}

const nameOf = (file: IncomingFile): string => file.originalFilename || 'file';
