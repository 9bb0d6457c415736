import { encodeFunctionData, keccak256, numberToHex } from 'viem';
import { ChainError } from '../chain-error.ts';
import type {
  AccountChain,
  BlockRef,
  ChainAsset,
  FeeEstimate,
  Payment,
  UnsignedTransaction,
} from '../port.ts';
import { normaliseEvmAddress } from './addresses.ts';
import { broadcastRaw } from './broadcast.ts';
import { connectNode, connectTogether } from './node.ts';
import { readCall } from './read-call.ts';
import { signatoryOf } from './signatory.ts';
import { readSignedPayment } from './signed.ts';
import { statusOf } from './status.ts';
import { createCallReader } from './traces.ts';
import { movesNoCoinsByCalls, type RpcReceipt, type RpcTransaction, transfersOfBlock } from './transfers.ts';

export interface EvmOptions {
  readonly url: string;
  readonly chainId: number;
  /** The chain's own coin and the listed tokens. Every other contract is unknown. */
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number;
  /** The longest answer of traces that is read. */
  readonly mostTraceBytes?: number;
}

interface RpcBlock {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly baseFeePerGas?: string;
  readonly transactions: readonly RpcTransaction[];
}

const erc20 = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    // USDT returns nothing: the answer is not read, the receipt's status and events count.
    outputs: [],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const;

/** A block may raise the base fee by an eighth: twice the present one outlasts six full blocks. */
const BASE_FEE_ROOM = 2n;
/** Answers of nodes to a call that the chain would refuse; all else is a failure of the node. */
const REFUSED_BY_CHAIN =
  /revert|insufficient|exceeds balance|invalid opcode|out ?of ?gas|OOG|always fail|allowance|gas too low/i;
/** Those of them that say that the gas does not suffice. */
const GAS_TOO_LOW = /out ?of ?gas|OOG|gas required exceeds|gas too low/i;
/** The code of a call that its contract reverted. */
const REVERTED = 3;
/** The call `decimals()`, and the length of an answer of one word. */
const DECIMALS = '0x313ce567';
const WORD_LENGTH = 66;
/** A token's own work may need more than the estimate when it runs. */
const GAS_ROOM_PERCENT = 120n;
/** Balances asked for at once: a node takes them side by side. */
const AT_ONCE = 20;

/** Opens an EVM chain behind one node. Nothing is sent before the first method is called. */
export function createEvmAdapter({
  url,
  chainId,
  assets,
  timeoutMs,
  mostTraceBytes,
}: EvmOptions): AccountChain {
  const ask = connectNode(url, timeoutMs);
  /** Asks many things at once, for payments. */
  const askTogether = connectTogether(url, ask, timeoutMs);
  const readCalls = createCallReader(ask, { url, assets, timeoutMs, mostBytes: mostTraceBytes });
  /** The block that was read last and needs no traces. */
  let untraced: string | null = null;
  const block = (found: RpcBlock | null) => (found === null ? null : refOf(found));

  async function balanceAt(address: string, asset: ChainAsset, blockHash: string): Promise<bigint> {
    const at = { blockHash };
    if (asset.contract === null) return BigInt(await ask<string>('eth_getBalance', [address, at]));
    const data = encodeFunctionData({
      abi: erc20,
      functionName: 'balanceOf',
      args: [address as `0x${string}`],
    });
    const answer = await ask<string>('eth_call', [{ to: asset.contract, data }, at]);
    if (answer.length !== WORD_LENGTH)
      throw new ChainError('NODE_INCONSISTENT', `${asset.contract} is no token`);
    return BigInt(answer);
  }

  const codeAt = (address: string) => ask<string>('eth_getCode', [address, 'latest']);
  const isContract = async (address: string): Promise<boolean> => (await codeAt(address)) !== '0x';

  return {
    chainId,
    assets,
    normaliseAddress: normaliseEvmAddress,
    async checkChain() {
      const served = Number(await ask<string>('eth_chainId', []));
      if (served !== chainId)
        throw new ChainError('WRONG_CHAIN', `The node serves chain ${served}, and ${chainId} is configured`);
    },
    async head() {
      return refOf(await ask<RpcBlock>('eth_getBlockByNumber', ['latest', false]));
    },
    async finalNumber() {
      const final = await ask<RpcBlock | null>('eth_getBlockByNumber', ['finalized', false]);
      return final === null ? 0 : Number(final.number);
    },
    blockAt: async (number) => block(await ask('eth_getBlockByNumber', [numberToHex(number), false])),
    blockByHash: async (hash) => block(await ask('eth_getBlockByHash', [hash, false])),
    async transfersOf(blockHash) {
      const found = await ask<RpcBlock | null>('eth_getBlockByHash', [blockHash, true]);
      if (found === null) return null;
      if (found.hash !== blockHash)
        throw new ChainError(
          'NODE_INCONSISTENT',
          'The node answers with another block than the one asked for',
        );
      if (found.transactions.length === 0) return [];
      const receipts = await ask<readonly RpcReceipt[] | null>('eth_getBlockReceipts', [blockHash]);
      if (receipts === null) return null;
      if (movesNoCoinsByCalls(found.transactions, receipts, assets)) untraced = blockHash;
      return transfersOfBlock(blockHash, found.transactions, receipts, assets);
    },
    // to trace a block costs its node several times what it costs to read it
    callTransfersOf: async (blockHash) => (blockHash === untraced ? [] : readCalls(blockHash)),
    balanceAt,
    async balancesAt(addresses, asset, blockHash) {
      const units: bigint[] = [];
      for (let first = 0; first < addresses.length; first += AT_ONCE) {
        const some = addresses.slice(first, first + AT_ONCE);
        units.push(...(await Promise.all(some.map((address) => balanceAt(address, asset, blockHash)))));
      }
      return units;
    },
    isContract,
    codeAt,
    callOf: (hash) => readCall(ask, hash),
    signatoryOf: (address, text, signature) => signatoryOf(ask, address, text, signature),
    async tokenAt(contract) {
      if (!(await isContract(contract))) return { isContract: false, decimals: null };
      const call = { to: contract, data: DECIMALS };
      try {
        const answer = await ask<string>('eth_call', [call, 'latest']);
        return { isContract: true, decimals: answer.length === WORD_LENGTH ? Number(BigInt(answer)) : null };
      } catch (error) {
        if (!isRefusedByChain(error)) throw error;
        return { isContract: true, decimals: null };
      }
    },
    async feeEstimate(): Promise<FeeEstimate> {
      const [latest, tip] = await Promise.all([
        ask<RpcBlock>('eth_getBlockByNumber', ['latest', false]),
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

function isRefusedByChain(error: unknown): error is ChainError {
  if (!(error instanceof ChainError) || error.code !== 'NODE_REFUSED') return false;
  const { code } = (error.cause ?? {}) as { readonly code?: number };
  return code === REVERTED || REFUSED_BY_CHAIN.test(error.message);
}

function refOf({ number, hash, parentHash, timestamp }: RpcBlock): BlockRef {
  return { number: Number(number), hash, parentHash, timeMs: Number(timestamp) * 1000 };
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
