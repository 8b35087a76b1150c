import { StartError } from '../../runtime/start-error';

const DEPLOY = 'Build where the sources are, and deploy the new build.';

/** Where the commands run. */
interface Place {
  hasSources: boolean;
}

/** Strapi's commands that build or serve in a way of their own, and what to do instead; without the sources, the second. */
const REPLACED = new Map([
  ['build', ['Use "npm run build".', DEPLOY]],
  ['develop', ['Use "npm run dev".', DEPLOY]],
  ['dev', ['Use "npm run dev".', DEPLOY]],
  ['start', ['Use "npm start".']],
  ['ts:generate-types', ['Nothing here needs generated types.']],
]);

/** Refuses a command that does not know how this project is built, with what to do instead. @throws StartError */
export function refuseReplaced(name: string, { hasSources }: Place): void {
  const [here, there = here] = REPLACED.get(name) ?? [];
  if (!here) return;
  throw new StartError(`"strapi ${name}" does not know how this project is built. ${hasSources ? here : there}`, 2);
}
