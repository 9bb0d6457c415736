/** Names of the operators that the program makes itself: the first of every house, and the second of a practice house. */
export const FIRST_OPERATOR = 'operator';
export const SECOND_OPERATOR = 'operator2';
