import { encodeFunctionData, keccak256, numberToHex } from 'viem';
import { ChainError } from '../chain-error.ts';
import type { AccountChain, Payment, UnsignedTransaction } from '../port.ts';
import { normaliseEvmAddress } from './addresses.ts';
import { broadcastRaw } from './broadcast.ts';
import { erc20 } from './erc20.ts';
import type { AskNode } from './node.ts';
import { isRefusedByChain } from './refused.ts';
import { readSignedPayment } from './signed.ts';
import { statusOf } from './status.ts';

type Payments = Pick<
  AccountChain,
  'feeEstimate' | 'minedNonce' | 'buildPayment' | 'checkPayment' | 'readSigned' | 'broadcast' | 'status'
>;

export interface PaymentsOptions {
  readonly ask: AskNode;
  /** Asks many things at once. */
  readonly askTogether: AskNode;
  readonly chainId: number;
}

interface PricedBlock {
  readonly baseFeePerGas?: string;
}

/** A block may raise the base fee by an eighth: twice the present one outlasts six full blocks. */
const BASE_FEE_ROOM = 2n;
/** Refusals of a call that say that the gas does not suffice. */
const GAS_TOO_LOW = /out ?of ?gas|OOG|gas required exceeds|gas too low/i;
/** A token's own work may need more than the estimate when it runs. */
const GAS_ROOM_PERCENT = 120n;

/** Payments of our own, from their price to their end on the chain. */
export function evmPayments({ ask, askTogether, chainId }: PaymentsOptions): Payments {
  return {
    async feeEstimate() {
      const [latest, tip] = await Promise.all([
        ask<PricedBlock>('eth_getBlockByNumber', ['latest', false]),
        ask<string>('eth_maxPriorityFeePerGas', []),
      ]);
      const maxPriorityFeePerGas = BigInt(tip);
      const baseFee = BigInt(latest.baseFeePerGas ?? '0x0');
      return { maxFeePerGas: baseFee * BASE_FEE_ROOM + maxPriorityFeePerGas, maxPriorityFeePerGas };
    },
    minedNonce: async (address) => Number(await ask<string>('eth_getTransactionCount', [address, 'latest'])),
    async buildPayment(payment) {
      const { to, value, data } = callOf(payment);
      const call = requestOf(payment);
      // Named, for nodes differ: one that takes its pool for the default makes a block of it for each estimate.
      const estimate = await askTogether<string>('eth_estimateGas', [call, 'latest']).catch(
        (error: unknown) => {
          // Any other error is one of the node, and no reason to give a payment up.
          if (!isRefusedByChain(error)) throw error;
          throw new ChainError('WOULD_FAIL', error.message, { cause: error });
        },
      );
      const { fee, nonce, mostGas } = payment;
      const gas = withRoom(BigInt(estimate), mostGas);
      return { type: 'eip1559', chainId, nonce, to, value, data, gas, ...fee };
    },
    async checkPayment(payment, blockHash) {
      try {
        await ask<string>('eth_call', [requestOf(payment), { blockHash }]);
        return 'accepted';
      } catch (error) {
        if (!isRefusedByChain(error)) throw error;
        return GAS_TOO_LOW.test(error.message) ? 'gas' : 'refused';
      }
    },
    readSigned: readSignedPayment,
    broadcast: (rawTransaction) => broadcastRaw(askTogether, rawTransaction, keccak256(rawTransaction)),
    status: (transaction, finalAfter) => statusOf(ask, transaction, finalAfter),
  };
}

/** Adds room to an estimate, up to the most gas that is paid for. An estimate above that stays above it. */
function withRoom(estimate: bigint, mostGas: bigint | undefined): bigint {
  const gas = (estimate * GAS_ROOM_PERCENT) / 100n;
  return mostGas !== undefined && estimate <= mostGas && gas > mostGas ? mostGas : gas;
}

/** A payment as a node is asked about it. */
function requestOf(payment: Omit<Payment, 'nonce' | 'fee'>) {
  const { to, value, data } = callOf(payment);
  const gas = payment.mostGas === undefined ? {} : { gas: numberToHex(payment.mostGas) };
  return { from: payment.from, to, value: numberToHex(value), data, ...gas };
}

function callOf({
  to,
  asset,
  amount,
}: Pick<Payment, 'to' | 'asset' | 'amount'>): Pick<UnsignedTransaction, 'to' | 'value' | 'data'> {
  const recipient = normaliseEvmAddress(to) as `0x${string}` | null;
  if (recipient === null) throw new ChainError('MALFORMED', `${to} is no address of this chain`);
  if (asset.contract === null) return { to: recipient, value: amount, data: '0x' };
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [recipient, amount] });
  return { to: asset.contract as `0x${string}`, value: 0n, data };
}
