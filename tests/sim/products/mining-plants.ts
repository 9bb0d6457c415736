import type { Plant } from '../plant.ts';

const BOOK = 'kernel/earn/streamed-book.ts';
const REWARDS = 'kernel/products/mining/rewards.ts';

/** Bugs of mining. */
export const MINING_PLANTS: readonly Plant[] = [
  {
    name: 'mining-not-counted-before-a-change',
    file: BOOK,
    find: '    position.earned = accrual.earned;',
    replace: '    position.earned = accrual.carried;',
    breaks: /earnings are reckoned second by second|a claim pays whole units|is visible|broke the kernel/,
  },
  {
    name: 'mining-pays-after-its-end',
    file: BOOK,
    find: 'return this.isEnded ? 0 : Math.min(passed, payableSeconds(pool, this.earned, this.rate));',
    replace: 'return passed;',
    breaks:
      /earnings are reckoned second by second|a pool ends at its second|a stream is visible|broke the kernel/,
  },
  {
    name: 'mining-ends-a-second-late',
    file: 'rules/earn/streamed.ts',
    find: 'const seconds = (pool * STREAM_DAY - earned) / rate;',
    replace: 'const seconds = (pool * STREAM_DAY - earned + rate - 1n) / rate;',
    breaks: /a pool ends at its second|a stream is visible|the pool covers what is earned/,
  },
  {
    name: 'mining-wrong-gear',
    file: 'rules/earn/streamed.ts',
    find: 'held < gears[place - 1]!.minAmount',
    replace: 'held <= gears[place - 1]!.minAmount',
    breaks: /earnings are reckoned second by second|a pool ends at its second|a stream is visible/,
  },
  {
    name: 'mining-locks-by-any-gears',
    file: 'kernel/earn/streams.ts',
    find: 'if (termsNo !== stream.versions.length) return refuse(terms);',
    replace: '',
    breaks: /a lock is by the gears that its owner accepted/,
  },
  {
    name: 'mining-fraction-dropped',
    file: BOOK,
    find: '    position.earned -= units * STREAM_DAY;\n    position.claimed += units;\n    this.earned -= units * STREAM_DAY;',
    replace: '    this.earned -= position.earned;\n    position.earned = 0n;\n    position.claimed += units;',
    breaks:
      /a claim keeps its fraction|earnings are reckoned second by second|a stream is visible|a position is visible/,
  },
  {
    name: 'mining-address-twice',
    file: REWARDS,
    find: "    if (books.userOf(address) !== 0) return refuse('MINING_ADDRESS_TAKEN');\n",
    replace: '',
    breaks: /an address joins once|broke the kernel/,
  },
  {
    name: 'mining-address-without-its-week',
    file: REWARDS,
    find: "    if (waiting?.address !== address || !waiting.isOpen) return refuse('MINING_WALLET_WAITS');\n",
    replace: '',
    breaks: /another address waits a week/,
  },
  {
    name: 'mining-rewards-to-any-address',
    file: REWARDS,
    find: "    if (joined !== address) return refuse('MINING_ADDRESS');\n",
    replace: '',
    breaks: /rewards leave for the joined address alone/,
  },
  {
    name: 'mining-unpaid-rewards-stay-in-the-wallet',
    file: 'kernel/products/custody/withdrawals.ts',
    find: 'if (product?.owns(withdrawalNo) === true) product.ended(withdrawalNo, freed);',
    replace: 'if (product?.owns(withdrawalNo) === true) product.ended(withdrawalNo, 0n);',
    breaks: /rewards that are not paid return/,
  },
];
