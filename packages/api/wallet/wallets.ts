import { z } from 'zod';
import { OWN_WALLET_TYPES, WALLET_KINDS } from './wallet-kinds.ts';

/**
 * Wallet types as the calls number them: 0 all accounts, 1 spot, 2 contracts, 3 second contracts, 4 cross margin,
 * 5 finance, 6 isolated margin (one wallet a market), 8 merchant.
 */
export const walletType = z.enum(['0', '1', '2', '3', '4', '5', '6', '8']);
export const ownWalletType = z.enum(OWN_WALLET_TYPES);
export const walletKind = z.enum(WALLET_KINDS);
