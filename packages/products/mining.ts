import { declare } from './declare.ts';

/** Another wallet waits so long, by the journal's clock, before it can join in place of the one that did. */
export const MINING_WALLET_WAIT_MS = 7 * 86_400_000;

/** Mining: locked coins earn by the second out of a visible pool, at the published rate of their gear. */
export const mining = declare({
  commands: {
    setMiningTerms: { sender: 'system' },
    openMining: { sender: 'system' },
    fundMining: { sender: 'system' },
    joinMining: { sender: 'system' },
    moveMining: { sender: 'system' },
    askMiningMove: { sender: 'system' },
    cancelMiningMove: { sender: 'system' },
    lockMining: { sender: 'user' },
    unlockMining: { sender: 'user', relieves: true },
    claimMining: { sender: 'user', relieves: true },
    quoteMiningRewards: { sender: 'user' },
    convertMiningRewards: { sender: 'user' },
    withdrawMiningRewards: { sender: 'system' },
  },
  entries: {
    'mining-locked': { code: 50, isOnBills: true },
    'mining-unlocked': { code: 51, isOnBills: true },
    'mining-withdrawn': { code: 54, isOnBills: true },
    'mining-returned': { code: 55, isOnBills: true },
    'mining-claimed': { code: 52, isOnBills: false },
    'mining-converted': { code: 53, isOnBills: false },
    'mining-funding': { code: 56, isOnBills: false },
  },
});
