/** The kind of field that is a heading in a form. */
export const GROUP_HEADING = 'newsroom-group-heading';
