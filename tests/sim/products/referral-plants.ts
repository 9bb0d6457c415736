import type { Plant } from '../plant.ts';

/** Bugs of referral. */
export const REFERRAL_PLANTS: readonly Plant[] = [
  {
    name: 'referral-rest-dropped',
    file: 'kernel/products/referral/books.ts',
    find: 'millionths[place] = rest;',
    replace: 'millionths[place] = 0n * rest;',
    breaks: /rebates are the share of all fees|all that was earned is paid or kept/,
  },
  {
    name: 'referral-rests-lost-by-a-restart',
    file: 'kernel/products/referral/referral-product.ts',
    find: 'rests.write(writer, [...books.carried.values()]);',
    replace: 'rests.write(writer, []);',
    breaks: /rebates are the share of all fees|all that was earned is paid or kept|gives other events/,
  },
  {
    name: 'referral-rests-end-with-the-terms',
    file: 'kernel/products/referral/referral-product.ts',
    find: 'this.books.setTerms({ sharesPpm, capPpm });',
    replace: 'this.books.setTerms({ sharesPpm, capPpm }); this.books.carried.clear();',
    breaks: /rebates are the share of all fees|all that was earned is paid or kept|gives another state/,
  },
  {
    name: 'referral-liquidation-fee-counts',
    file: 'kernel/products/perpetual/money/postings.ts',
    find: "  post(perp, 'liquidation-fee', ref, [",
    replace:
      "  perp.core.feeListener?.(perp.settleAssetId, user.account, Number(fee), 0);\n  post(perp, 'liquidation-fee', ref, [",
    breaks: /a payment is of one day’s fees|sums are those of the books/,
  },
  {
    name: 'referral-one-inviter-for-all-generations',
    file: 'kernel/products/referral/books.ts',
    find: 'if (above !== 0) generations++;\n      above = this.inviterOf(above);',
    replace: 'if (above !== 0) generations++;\n      above = this.inviterOf(account);',
    breaks: /a rebate goes to the inviter of its generation/,
  },
  {
    name: 'referral-paid-by-the-safety-fund',
    file: 'kernel/products/referral/books.ts',
    find: 'balances.findOrOpen(accounts.find(FEES), assetId)',
    replace: 'balances.findOrOpen(accounts.find(FEES - 1), assetId)',
    breaks: /rebates come out of the fees|the safety fund has a tenth|takes .* from account -3|below 0/,
  },
  {
    name: 'referral-agent-beyond-the-cap',
    file: 'rules/referral/index.ts',
    find: 'return Math.min(sharePpm, room);',
    replace: 'return sharePpm + 0 * room;',
    breaks: /a rebate is of the share of its day/,
  },
  {
    name: 'referral-agent-before-its-time',
    file: 'kernel/products/referral/referral-product.ts',
    find: 'if (atMs > state.timeMs)',
    replace: 'if (atMs > state.timeMs + 20_000)',
    breaks: /agents earn from their time/,
  },
  {
    name: 'referral-agent-raised-later',
    file: 'kernel/products/referral/referral-product.ts',
    find: 'return isRaise && next.effectiveMs < Math.min(effectiveMs, noticeMs);',
    replace: 'return isRaise && next.effectiveMs > noticeMs;',
    breaks: /a raise that was announced comes at its time/,
  },
  {
    name: 'referral-agent-lost-by-a-restart',
    file: 'kernel/products/referral/referral-product.ts',
    find: 'books.setAgent(account, { sharePpm, next });',
    replace: 'books.setAgent(account, { sharePpm: 0, next });',
    breaks:
      /rebates are the share of all fees|agents keep their shares|gives other events|gives another state/,
  },
  {
    name: 'referral-paid-before-its-day-ends',
    file: 'kernel/products/referral/books.ts',
    find: 'return (day + 1) * DAY_MS;',
    replace: 'return day * DAY_MS;',
    breaks: /a day is paid at its end/,
  },
  {
    name: 'referral-day-lost-by-a-restart',
    file: 'kernel/products/referral/referral-product.ts',
    find: 'waiting.write(writer, books.waiting());',
    replace: 'waiting.write(writer, []);',
    breaks:
      /all that was earned is paid or kept|gives other events|gives another state|a payment is of one day’s fees/,
  },
  {
    name: 'referral-closed-account-earns',
    file: 'kernel/products/referral/books.ts',
    find: 'const earns = above !== 0 && !this.closed.has(above);',
    replace: 'const earns = above !== 0;',
    breaks: /a rebate goes to the inviter of its generation/,
  },
  {
    name: 'referral-circle',
    file: 'kernel/products/referral/books.ts',
    find: 'if (above === account) return true;',
    replace: 'if (above === account) return false;',
    breaks: /nobody stands above themselves/,
  },
];
