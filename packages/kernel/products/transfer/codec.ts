import { amount, type CommandCodecs, command, number, oneOf } from '../../codec/fields.ts';
import { WALLET_KINDS } from '../../ledger/wallets.ts';
import type { TransferCommand } from './commands.ts';

const walletKind = oneOf(WALLET_KINDS);

/** Codes 110 to 119. */
export const transferCodecs: CommandCodecs<TransferCommand> = {
  transfer: command(110, {
    from: walletKind,
    to: walletKind,
    fromSymbolId: number,
    toSymbolId: number,
    assetId: number,
    amount,
  }),
};
