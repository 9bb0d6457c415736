// No schemas: browsers load this module.

/** Characters of a question that a reviewer asks the user. */
export const REVIEW_QUESTION_LENGTH = 1_000;
