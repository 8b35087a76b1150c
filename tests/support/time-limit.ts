/** When a test counts as hanging, in ms: far above what any takes, even on a machine that is many times slower. */
const HANGING = 20 * 60_000;

jest.setTimeout(HANGING);
