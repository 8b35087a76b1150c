import { basename, extname } from 'node:path';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { kindOf } from '../plugins/rostra/server/src/uploads/inspect';
import { type Kind, kindOfExtension } from '../plugins/rostra/server/src/uploads/kinds';
import { refusals } from '../plugins/rostra/server/src/uploads/refusals';
import { assertFunctions } from './actions';

/** A file on its way in, in its temporary copy. */
export interface IncomingFile {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  detectedMimeType?: string;
}

/** What people say about a file. */
interface Info {
  name?: string | null;
}

/** What we need of the upload plugin's service; it knows more. */
interface Uploads {
  upload(
    given: { data: { fileInfo?: Info | Info[] }; files: IncomingFile | IncomingFile[] },
    options?: unknown,
  ): Promise<unknown>;
  replace(id: unknown, given: { data: { fileInfo?: Info }; file: IncomingFile }, options?: unknown): Promise<unknown>;
  updateFileInfo(id: unknown, info: Info, options?: unknown): Promise<unknown>;
  findOne(id: unknown): Promise<{ ext: string } | null>;
}

interface Fetching {
  fetchUrlToInputFile(...given: unknown[]): Promise<unknown>;
}

/** The longest name of a file, in characters: with its hash and in UTF-8 it must fit into 255 bytes on the disk. */
const LONGEST_NAME = 200;

/**
 * Lets in only files whose content is of a kind that is taken, whichever door they come through, and gives them the extension
 * and media type of their content. Fetches none from addresses: the service would ask on behalf of whoever names one.
 * Checked with Strapi 5.54.0.
 * @throws StartError when the upload plugin has no such services any more.
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
  // Made now, so that a start fails where a service is not what it was.
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
    // The address stays, and with it the extension.
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

/** The kind of a file by its content. Errors: when it is none that is taken, or its name is none. */
export async function kindIn(file: IncomingFile): Promise<Kind> {
  const name = nameOf(file);
  ensureName(name);
  const kind = await kindOf(file.filepath, name);
  if (!kind) throw refusals.kind(name);
  return kind;
}

/** Gives a file the extension and media type of its content. */
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
  if (name && (name.length > LONGEST_NAME || /[/\\]/.test(name))) throw refusals.name(LONGEST_NAME);
}

const nameOf = (file: IncomingFile): string => file.originalFilename || 'file';
