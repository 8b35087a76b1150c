import { type Feature, textsOf } from '../../../panel/feature';
import { dismissBanner } from '../../../panel/strapi/media-library-banner';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** The home page. `src/admin/app.tsx` arranges its widgets once Strapi has registered its own. */
const home: Feature = {
  texts: textsOf('home', { en, zh }),
  register() {
    void dismissBanner();
  },
};

export default home;
