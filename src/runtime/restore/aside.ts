/** What stands between the name of a cluster's folder and the time at which a restore has put it aside. */
export const ASIDE = '.before-restore-';
