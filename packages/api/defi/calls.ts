import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { factsOf, hashedPassword } from '../factors/index.ts';
import {
  coinCode,
  decimal,
  lineCursor,
  linePageQuery,
  nothing,
  pageOf,
  plainDecimal,
  positiveDecimal,
  timeMs,
  timesQuery,
} from '../scalars.ts';
import { swapQuoteRow } from '../swap/calls.ts';
import { withdrawalRow } from '../withdrawals/calls.ts';
import {
  count,
  evmAddress,
  id,
  joinRow,
  linkedWalletRow,
  miningAccrualRow,
  miningChangeRow,
  miningGearRow,
  miningIndexGearRow,
  miningIndexPointRow,
  miningPoolEntryRow,
  miningPoolRow,
  miningReceiptRow,
  miningRecordKind,
  miningRecordRow,
  miningRegistryRow,
  miningRewardRow,
  termsHash,
  transactionHash,
  walletChangeRow,
} from './rows.ts';

/** A login message is some 500 characters long; one of 6492 wraps a contract's creation code. */
const messageText = z.string().min(1).max(2_000);
const signature = z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/);

/** A user's node right after an act: the answer to a used key is the first one, whatever happened since. */
const nodeRow = z.strictObject({
  held: decimal,
  /** Income that is accrued and not claimed, rounded down. */
  accrued: decimal,
  seq: count,
});

export const defiCalls = defineCalls({
  getMiningOverview: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getOverview',
    section: 'earning',
    summary:
      'Returns the gears with their rates, the pool that pays them, the nodes that take part, and the contract that a wallet joins by.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: z.strictObject({
      /** `closed`: no terms were set. `joinsClosed`: the contract or its chain is not there, all else works. */
      state: z.enum(['open', 'joinsClosed', 'closed']),
      /** The coin that is locked and paid; null before the first terms. */
      coin: z.string().nullable(),
      scale: count,
      /** Income that ever accrued: paid and owed. */
      totalOutput: decimal,
      /** Addresses that hold enough for a gear. */
      effectiveNodes: count,
      /** Addresses that joined. */
      participants: count,
      /** All that is locked. */
      held: decimal,
      gears: z.array(miningGearRow),
      /** An announced change; null for none. */
      next: miningChangeRow.nullable(),
      pool: miningPoolRow,
      registry: miningRegistryRow.nullable(),
      termsVersion: count,
      termsHash: termsHash.nullable(),
      time: timeMs,
      seq: count,
    }),
  }),
  getMiningPoolEntries: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getPoolEntries',
    section: 'earning',
    summary: 'Lists the movements of the pool, newest first: funding and income paid.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject(linePageQuery),
    data: pageOf(miningPoolEntryRow),
  }),
  getMiningIndex: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getIndex',
    section: 'earning',
    summary:
      'Returns what one locked coin has earned at each gear since the pool was first funded, up to now: an index that bends where rates changed and lies flat while the pool was empty.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: z.strictObject({
      /** The coin that is locked and paid; null before the first terms. */
      coin: z.string().nullable(),
      scale: count,
      /** The lowest first: the gears of today, or the last ones where there are none. */
      gears: z.array(miningIndexGearRow),
      /** Oldest first; the last one is the ledger’s present second. None before the pool is funded; of a long history, the newest. */
      points: z.array(miningIndexPointRow),
      /** The second at which the pool is empty if nothing changes, and the index stops; null while nothing ends it. */
      endsTime: timeMs.nullable(),
      time: timeMs,
      seq: count,
    }),
  }),
  getMiningAccount: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getAccount',
    section: 'earning',
    summary:
      'Returns the linked wallet of the signed-in user, how it joined, what is locked, and the income: accrued, claimed and kept.',
    auth: 'required',
    cost: 3,
    data: z.strictObject({
      wallet: linkedWalletRow.nullable(),
      /** The last call of `join()` that was sent in; null for none. */
      join: joinRow.nullable(),
      /** Another wallet that waits to join in place of the one that did; null for none. */
      walletChange: walletChangeRow.nullable(),
      /** The address that joined; null before. */
      address: evmAddress.nullable(),
      joinedTime: timeMs.nullable(),
      coin: z.string().nullable(),
      scale: count,
      held: decimal,
      /** 0 for none. */
      gear: count,
      /** Income that is accrued and not claimed, rounded down. */
      accrued: decimal,
      accrual: miningAccrualRow,
      /** Income that was ever claimed. */
      output: decimal,
      /** Claimed income and what it was converted to: it leaves to the linked wallet alone. */
      rewards: z.array(miningRewardRow),
      time: timeMs,
      seq: count,
    }),
  }),
  getLoginMessage: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getLoginMessage',
    section: 'earning',
    summary:
      'Issues the text that a wallet signs to be linked (EIP-4361), with a nonce that holds for five minutes and once. Signing it moves nothing and approves nothing.',
    auth: 'required',
    cost: 3,
    keyScope: null,
    query: z.strictObject({ address: evmAddress }),
    data: z.strictObject({ message: z.string(), address: evmAddress, chainId: id, expiresAt: timeMs }),
  }),
  linkWallet: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/linkWallet',
    section: 'earning',
    summary:
      'Links a wallet by its signature of the issued text, which is compared whole. Contract wallets sign by EIP-1271 or EIP-6492; they may sign in, and may not join.',
    auth: 'required',
    cost: 10,
    keyScope: null,
    act: true,
    body: z.strictObject({ message: messageText, signature }),
    data: linkedWalletRow,
  }),
  unlinkWallet: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/unlinkWallet',
    section: 'earning',
    summary:
      'Unlinks the wallet. Refused while a join of it is looked at, and once it joined: its income leaves to it alone.',
    auth: 'required',
    cost: 4,
    keyScope: null,
    act: true,
    stepUp: 'account',
    shows: ({ body: { address } }) => factsOf({ address }),
    body: z.strictObject({ address: evmAddress }),
    data: nothing,
  }),
  changeMiningWallet: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/changeWallet',
    section: 'earning',
    summary:
      'Asks for another wallet in place of the one that joined, such as one whose key is lost. It signs the issued text, waits a week in which this can be cancelled, and joins once; rewards leave for the earlier wallet until then.',
    auth: 'required',
    cost: 10,
    keyScope: null,
    act: true,
    stepUp: 'funds',
    shows: ({ body: { address } }) => factsOf({ address }),
    body: z.strictObject({ message: messageText, signature, address: evmAddress }),
    data: walletChangeRow,
  }),
  cancelMiningWallet: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/cancelWalletChange',
    section: 'earning',
    summary: 'Cancels another wallet that waits to join in place of the one that did.',
    auth: 'required',
    cost: 4,
    keyScope: null,
    act: true,
    data: nothing,
  }),
  sendApproveHash: defineCall({
    method: 'POST',
    path: '/api/apiDefi/sendApproveHash',
    section: 'trading-legacy',
    summary:
      'Takes the hash of a call of join() by the linked wallet and follows it until it is confirmed. The hash of an approval, a permit or any other call is refused: we never ask a wallet for an approval, and record none.',
    auth: 'required',
    cost: 10,
    keyScope: null,
    body: z.strictObject({ hash: transactionHash }),
    data: joinRow,
  }),
  lockMining: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/lock',
    section: 'earning',
    summary:
      'Locks an amount of the spot wallet; it earns by its gear from the next second on. Send the hash of the terms that the user accepted: any other is refused with MINING_TERMS_CHANGED.',
    auth: 'required',
    cost: 5,
    opens: () => 'mining',
    act: true,
    body: z.strictObject({ amount: positiveDecimal, termsHash }),
    data: nodeRow,
  }),
  unlockMining: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/unlock',
    section: 'earning',
    summary: 'Unlocks an amount to the spot wallet at once, without a fee; what accrued can be claimed on.',
    auth: 'required',
    cost: 5,
    act: true,
    body: z.strictObject({ amount: positiveDecimal }),
    data: nodeRow,
  }),
  claimMining: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/claim',
    section: 'earning',
    summary:
      'Pays the accrued income to the reward account, in whole base units; the fraction is kept. No minimum, no date.',
    auth: 'required',
    cost: 5,
    act: true,
    data: z.strictObject({
      ...nodeRow.shape,
      /** Claimed income of the coin after it. */
      rewards: z.array(miningRewardRow),
    }),
  }),
  quoteMiningConversion: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/quoteConversion',
    section: 'earning',
    summary:
      'Quotes the conversion of claimed income into USDT, by the terms of swaps. The rate holds as long.',
    auth: 'required',
    cost: 5,
    act: true,
    body: z.strictObject({ amount: positiveDecimal }),
    data: swapQuoteRow,
  }),
  convertMining: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/convert',
    section: 'earning',
    summary:
      'Converts claimed income by an open quote, at its rate or not at all. The USDT stays in the reward account.',
    auth: 'required',
    cost: 5,
    act: true,
    body: z.strictObject({ id }),
    data: z.strictObject({
      from: z.string(),
      to: z.string(),
      amount: decimal,
      arrives: decimal,
      /** Claimed income of both coins after it. */
      rewards: z.array(miningRewardRow),
      seq: count,
    }),
  }),
  withdrawMining: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/defi/withdraw',
    section: 'earning',
    summary:
      'Requests a withdrawal of claimed income to the linked wallet, by the rules of every withdrawal. One that is not paid returns to the reward account.',
    auth: 'required',
    cost: 10,
    keyScope: null,
    act: true,
    stepUp: 'funds',
    shows: ({ body: { coin, amount, fee, address } }) => [
      { name: 'amount', value: amount, unit: coin },
      { name: 'fee', value: fee, unit: coin },
      ...factsOf({ address }),
    ],
    body: z.strictObject({
      coin: coinCode,
      /** Leaves the reward account, the fee included. */
      amount: positiveDecimal,
      /** The fee that was shown: a higher one is refused. */
      fee: plainDecimal,
      /** The linked wallet, as the user saw it: any other is refused. */
      address: evmAddress,
      fundPassword: hashedPassword,
    }),
    data: withdrawalRow,
  }),
  getMiningRecords: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getRecords',
    section: 'earning',
    summary: 'Lists the movements of the signed-in user’s node, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ kind: miningRecordKind.optional(), ...linePageQuery, ...timesQuery }),
    data: pageOf(miningRecordRow),
  }),
  getMiningRecord: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/defi/getRecord',
    section: 'earning',
    summary: 'Returns one movement with its receipt.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ id: lineCursor }),
    data: miningReceiptRow,
  }),
});
