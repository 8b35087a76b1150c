/** The header with the note to a change, percent-encoded. */
export const NOTE_HEADER = 'X-Change-Note';

/** The longest note, in UTF-16 units. */
export const MAX_NOTE = 1_000;
