/**
 * The header with a change of a record's history. An answer with a record names the last change that it includes; the answer to a save the
 * change that it made; a save the last change that its form had shown.
 */
export const CHANGE_HEADER = 'X-Record-Change';
