/** The id of one of the plugin's actions, as permissions store it. */
export const actionId = (uid: string): string => `plugin::newsroom.${uid}`;
