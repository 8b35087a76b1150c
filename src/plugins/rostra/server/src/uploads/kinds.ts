/** A kind of file that may be kept below `/uploads`. */
export interface Kind {
  /** The media type that it is stored and served with. */
  type: string;
  /** Its extensions; the first is given to a file whose name has another one. */
  extensions: [string, ...string[]];
  /** Whether a browser shows it in place; anything else is downloaded. */
  isShown?: true;
}

/** All kinds of files that are taken. Text is told apart from pages and programs in `inspect.ts`. */
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

/** Names that `file-type` gives to what we know under another one. */
const OTHER_NAMES: Record<string, Kind> = {
  'image/apng': kinds.png,
  'audio/x-m4a': kinds.m4a,
  'audio/ogg; codecs=opus': kinds.ogg,
  'video/x-m4v': kinds.mp4,
};

const all: Kind[] = Object.values(kinds);
const byType = new Map(all.map((kind) => [kind.type, kind]));
const byExtension = new Map(all.flatMap((kind) => kind.extensions.map((extension) => [extension, kind])));

/** The kind of a media type that was found in the content; undefined for those that are not taken. */
export const kindOfType = (type: string): Kind | undefined => byType.get(type) ?? OTHER_NAMES[type];

/** The kind that an extension says (`.png`, in any case of letters). */
export const kindOfExtension = (extension: string): Kind | undefined => byExtension.get(extension.toLowerCase());
