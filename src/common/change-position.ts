/**
 * The header with a change of a record's history. An answer with a record names the last change that it includes; the answer to a save the
 * change that it made; a save the last change that its form had shown.
 */
export const CHANGE_HEADER = 'X-Record-Change';

/**
 * The header with the nested rows of the record after that change: Strapi's ids by attribute, as JSON. A form sends back what it was told, so
 * that the service knows which rows the form has shown.
 */
export const ROWS_HEADER = 'X-Record-Rows';

/**
 * The header of a save with nested rows that its form had shown besides those of `ROWS_HEADER`, because it read the record later, and that its
 * editor has removed, in the same form.
 */
export const DROPPED_ROWS_HEADER = 'X-Dropped-Rows';

/**
 * The header of a save with rows in JSON that its editor may not read and others have changed, and with the last change that its form had shown of
 * them, by attribute, as JSON: the others' changes stay, and so does what of his own nobody contests.
 */
export const UNREAD_HEADER = 'X-Unread-Rows';

/**
 * The header of a save with the `X-Request-Id`s of earlier saves of the same form that were not answered, separated by commas: what they may have
 * stored is the form's own, and what they may have created is not created again.
 */
export const FORMER_SAVES_HEADER = 'X-Former-Saves';

/** The requests in that header. */
export const formerSavesIn = (header: string): string[] => header.split(',').filter(Boolean);
