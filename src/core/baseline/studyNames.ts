/** What the name of a study's file ends in. */
export const STUDY_ENDING = '.study.json';
/** What the name of the folder beside it ends in, in which people write their attempts. */
export const ATTEMPTS_ENDING = '.attempts';
