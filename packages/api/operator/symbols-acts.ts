import { defineActs } from './define-acts.ts';

export const symbolsDeskActs = defineActs('symbols', {
  setSymbolState: { symbol: 'text', state: 'text' },
});
