import { everyPage, LEDGER, type LeftOut, ledgerTable, type OwnData } from '../../base/records/own-data.ts';
import { placedPage } from '../../engine/placed.ts';
import { createMining, type MiningDeps } from './mining.ts';

const keeps = { keeps: LEDGER };

export type DefiDataNeeds = MiningDeps;

/** The wallet that a user linked, how it joined, and the movements of the node. */
export function defiOwnData(needs: DefiDataNeeds): OwnData {
  const mining = createMining(needs);
  return {
    tables: [
      {
        table: 'defi.wallet',
        shows: ['address', 'chain_id', 'kind', 'linked_at'],
        without: { user_id: 'the owner' },
        atClosing: { keeps: 'a wallet joins for one account' },
      },
      {
        table: 'defi.join',
        shows: ['hash', 'address', 'state', 'reason', 'confirmations', 'moves', 'sent_at', 'changed_at'],
        without: { user_id: 'the owner' },
        atClosing: keeps,
      },
      {
        table: 'defi.wallet_change',
        shows: ['address', 'chain_id', 'asked_at', 'opens_at'],
        without: { user_id: 'the owner', is_told: 'a mark of our own' },
        atClosing: 'delete',
      },
      {
        table: 'defi.login',
        shows: ['address', 'chain_id', 'message', 'expires_at', 'used_at'],
        without: { user_id: 'the owner', nonce: 'part of the message' },
        atClosing: 'delete',
      },
    ],
    records: [
      {
        file: 'mining',
        from: [ledgerTable('mining_moves')],
        pages: (userId) =>
          everyPage(async (page) => placedPage(needs.history, await mining.records(userId, null, page))),
      },
    ],
  };
}

export const defiLeftOut: readonly LeftOut[] = [
  {
    table: 'projections.mining_held',
    reason: 'what is locked now, which the movements show one by one',
    atClosing: { keeps: LEDGER },
  },
];
