import type { Feature } from '../../../panel/feature';
import texts from '../texts';
import { dismissBanner } from './banner';

/** The home page; its widgets are arranged in `src/admin/app.tsx`, when Strapi's own are there. */
const home: Feature = {
  texts,
  register() {
    void dismissBanner();
  },
};

export default home;
