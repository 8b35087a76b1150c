/** What the name of a source of records may consist of, for messages. */
export const SOURCE_NAME_RULE = 'small letters a-z, digits and hyphens, at most 40, not a hyphen first';

/** What the name of a source of records may consist of, as a regular expression. */
export const SOURCE_NAME_PATTERN = '^[a-z0-9][a-z0-9-]{0,39}$';

/** Whether a text can name a source of records, such as `lis`. */
export const isSourceName = (text: string): boolean => new RegExp(SOURCE_NAME_PATTERN).test(text);
