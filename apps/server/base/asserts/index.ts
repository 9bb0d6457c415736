export { assertsOf, type RowAsserts } from './rows.ts';
export { defineTransitions, type Transitions } from './transitions.ts';
