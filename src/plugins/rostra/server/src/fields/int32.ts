/** The whole numbers that PostgreSQL's `integer` holds: identifiers, and every integer of a record. */
export const INT32_MIN = -(2 ** 31);
export const INT32_MAX = 2 ** 31 - 1;
