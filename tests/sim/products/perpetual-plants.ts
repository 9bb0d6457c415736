import type { Plant } from '../plant.ts';

/** Bugs of perpetuals. */
export const PERPETUAL_PLANTS: readonly Plant[] = [
  {
    name: 'perpetual-profit-from-nothing',
    file: 'kernel/products/perpetual/money/postings.ts',
    find: '[user.account, pnl],\n    [symbol.clearing, -pnl],',
    replace: '[user.account, pnl],\n    [perp.insuranceAccount(), -pnl],',
    breaks: /clearing is what positions cost|broke the kernel/,
  },
  {
    name: 'perpetual-funding-to-the-house',
    file: 'kernel/products/perpetual/funding/funding.ts',
    find: 'const residue = pot - received;',
    replace: 'const residue = pot - received - (pot > received ? 1n : 0n);',
    breaks: /funding paid is funding received|clearing is what positions cost/,
  },
  {
    name: 'perpetual-tiers-jump',
    file: 'rules/perpetual/tiers.ts',
    find: 'notional * BigInt(step.mmrPpm) - step.deductionMicros',
    replace: 'notional * BigInt(step.mmrPpm)',
    breaks: /whoever is liquidated had to be|whoever has to be/,
  },
  {
    name: 'perpetual-mark-of-the-book',
    file: 'prices/mark.ts',
    find: 'const mark = median(byBasis, byBook, byFunding);',
    replace: 'if (byBook > 0) return byBook;\n  const mark = median(byBasis, byBook, byFunding);',
    breaks: /the mark stays within its clamp/,
  },
  {
    name: 'perpetual-margin-not-held',
    file: 'kernel/products/perpetual/money/postings.ts',
    find: 'hold(perp, user, more);',
    replace: 'if (more > 0n) hold(perp, user, more - 1n); else hold(perp, user, more);',
    breaks: /holds are what is needed|broke the kernel/,
  },
  {
    name: 'perpetual-liquidates-late',
    file: 'kernel/products/perpetual/risk/risk-index.ts',
    find: 'watch(perp.liquidations, position, reachTicks(position, collateral, symbol.reach));',
    replace:
      'const reach = reachTicks(position, collateral, symbol.reach); watch(perp.liquidations, position, reach === null ? null : reach - 2_000 * position.sign);',
    breaks: /whoever has to be liquidated is/,
  },
  {
    name: 'perpetual-guard-lost',
    file: 'kernel/products/perpetual/positions/exits.ts',
    find: 'if (closedLots === askedLots || exit.position.lots === 0) {',
    replace: 'if (closedLots >= 0 || exit.position.lots === 0) {',
    breaks: /an exit guards what it did not close/,
  },
  {
    name: 'perpetual-cross-forgotten',
    file: 'kernel/products/perpetual/risk/risk-index.ts',
    find: 'if (isSeveral) placeSeveral(perp, user);',
    replace: 'if (isSeveral) for (const each of user.crossPositions) forgetRisk(perp, each);',
    breaks: /whoever has to be liquidated is/,
  },
  {
    name: 'perpetual-refused-order-sets-leverage',
    file: 'kernel/products/perpetual/desk/settings.ts',
    find: "if (typeof undoLeverage === 'function') undoLeverage();",
    replace: '',
    breaks: /settings are those that were told|what is refused sets nothing|holds are what is needed/,
  },
];
