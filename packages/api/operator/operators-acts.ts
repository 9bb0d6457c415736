import { defineActs } from './define-acts.ts';

/** Acts on who operators are. */
export const operatorsDeskActs = defineActs('operators', {
  addOperator: { name: 'text', role: 'text', mail: 'text' },
  sendOperatorSetup: { name: 'text', mail: 'text' },
  changeOperatorRole: { name: 'text', role: 'text' },
  disableOperator: { name: 'text' },
});
