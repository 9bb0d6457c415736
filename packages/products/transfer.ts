import { declare } from './declare.ts';

/** Transfers between a user's wallets. */
export const transfer = declare({
  commands: {
    transfer: { sender: 'user', relieves: true },
  },
  entries: {
    transfer: { code: 3, isOnBills: true },
  },
});
