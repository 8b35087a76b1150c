/** The text of a message that is not shown: Strapi has none for a failure that a page already tells of. */
export const UNSHOWN = 'newsroom: not shown';
