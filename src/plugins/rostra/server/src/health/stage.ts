/** Where a process stands in its life: it loads, it serves, it has been told to stop and serves what still comes. */
type Stage = 'starting' | 'serving' | 'draining';

let stage: Stage = 'starting';

export const currentStage = (): Stage => stage;

export const enterStage = (next: Stage): void => {
  stage = next;
};
