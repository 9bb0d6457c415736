import type { otcDeskCalls } from '@candor/api';
import type { DeskHandlers } from '../../operators/operator/index.ts';
import { appealActs, appealLooks, type OtcDeskDeps } from './desk-appeals.ts';
import { readDesk } from './desk-reader.ts';
import { termsActs } from './desk-terms.ts';

export type { OtcDeskNeeds } from './desk-appeals.ts';
export { otcFourEyes } from './desk-four-eyes.ts';

/**
 * OTC, as operators meet it: terms, rates and methods for orders from now on, and appeals. Nobody here moves a price, an
 * open order's terms or a coin: two operators decide an appeal to one of its two sides, and that is all.
 */
export function otcDesk(deps: OtcDeskDeps): DeskHandlers<typeof otcDeskCalls> {
  return {
    getOperatorOtc: () => readDesk(deps),
    ...appealLooks(deps),
    ...appealActs(deps),
    ...termsActs(deps),
  };
}
