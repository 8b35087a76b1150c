import type { Feature } from '../feature';
import { dismissBanner } from './banner';
import texts from './texts';

/** The home page; its widgets are arranged in `src/admin/app.tsx`, when Strapi's own are there. */
const home: Feature = {
  texts,
  register() {
    void dismissBanner();
  },
};

export default home;
