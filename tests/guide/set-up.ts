import { startBrowserAndService } from '../support/browser-setup';

/** The panel of the pictures shows the sample data. */
export default (): Promise<void> => startBrowserAndService({ SAMPLE_DATA: 'true' });
