/** A kind of file that the service stores below `/uploads`. */
export interface Kind {
  /** The media type for storing and serving. */
  type: string;
  /** Its extensions; a file with any other gets the first. */
  extensions: [string, ...string[]];
  /** Whether browsers show it inline; otherwise they download it. */
  isShown?: true;
}

/** All accepted kinds of files. `inspect.ts` distinguishes tables from pages and programs. */
export const kinds = {
  png: { type: 'image/png', extensions: ['.png', '.apng'], isShown: true },
  jpeg: { type: 'image/jpeg', extensions: ['.jpg', '.jpeg'], isShown: true },
  gif: { type: 'image/gif', extensions: ['.gif'], isShown: true },
  webp: { type: 'image/webp', extensions: ['.webp'], isShown: true },
  avif: { type: 'image/avif', extensions: ['.avif'], isShown: true },
  pdf: { type: 'application/pdf', extensions: ['.pdf'], isShown: true },
  csv: { type: 'text/csv', extensions: ['.csv'] },
  mp3: { type: 'audio/mpeg', extensions: ['.mp3'] },
  m4a: { type: 'audio/mp4', extensions: ['.m4a'] },
  aac: { type: 'audio/aac', extensions: ['.aac'] },
  ogg: { type: 'audio/ogg', extensions: ['.ogg', '.oga', '.opus'] },
  wav: { type: 'audio/wav', extensions: ['.wav'] },
  flac: { type: 'audio/flac', extensions: ['.flac'] },
  mp4: { type: 'video/mp4', extensions: ['.mp4', '.m4v'] },
  webm: { type: 'video/webm', extensions: ['.webm'] },
  mov: { type: 'video/quicktime', extensions: ['.mov'] },
  ogv: { type: 'video/ogg', extensions: ['.ogv'] },
  mkv: { type: 'video/matroska', extensions: ['.mkv'] },
} satisfies Record<string, Kind>;

/** Media types under which `file-type` reports some of these kinds. */
const SYNONYMS: Record<string, Kind> = {
  'image/apng': kinds.png,
  'audio/x-m4a': kinds.m4a,
  'audio/ogg; codecs=opus': kinds.ogg,
  'video/x-m4v': kinds.mp4,
};

const all: Kind[] = Object.values(kinds);
const byType = new Map(all.map((kind) => [kind.type, kind]));
const byExtension = new Map(all.flatMap((kind) => kind.extensions.map((extension) => [extension, kind])));

/** The kind of a detected media type; undefined if it is not accepted. */
export const kindOfType = (type: string): Kind | undefined => byType.get(type) ?? SYNONYMS[type];

/** The kind of an extension (`.png`); case does not matter. */
export const kindOfExtension = (extension: string): Kind | undefined => byExtension.get(extension.toLowerCase());
