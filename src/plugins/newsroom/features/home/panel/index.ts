import { type Feature, textsOf } from '../../../panel/feature';
import en from '../texts/en.json';
import zh from '../texts/zh.json';
import { dismissBanner } from './banner';

/** The home page; its widgets are arranged in `src/admin/app.tsx`, when Strapi's own are there. */
const home: Feature = {
  texts: textsOf('home', { en, zh }),
  register() {
    void dismissBanner();
  },
};

export default home;
