import { startBrowserAndPool } from '../support/browser-setup';

/** The panel of the pictures shows the sample data. */
export default (): Promise<void> => startBrowserAndPool({ SAMPLE_DATA: 'true' });
