/** The stage of the process. While draining, it still serves requests but is about to stop. */
type Stage = 'starting' | 'serving' | 'draining';

let stage: Stage = 'starting';

export const currentStage = (): Stage => stage;

export const enterStage = (next: Stage): void => {
  stage = next;
};
