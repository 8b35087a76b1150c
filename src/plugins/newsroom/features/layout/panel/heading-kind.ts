/** The field type of a group's heading. */
export const GROUP_HEADING = 'newsroom-group-heading';
