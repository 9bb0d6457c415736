import { ChainError } from '../chain-error.ts';
import { type ChainAsset, type ChainTransfer, NATIVE_ORDINAL } from '../port.ts';
import { normaliseEvmAddress } from './addresses.ts';

export interface RpcTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

export interface RpcLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly blockNumber: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly logs: readonly RpcLog[];
}

/** keccak256 of Transfer(address,address,uint256), the event of ERC-20; ERC-721 shares it with a fourth topic. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ERC20_TOPICS = 3;
const SUCCESS = '0x1';
/** The gas of a transaction that ran no code. */
const NO_CODE_GAS = 21_000n;
/** The selectors of transfer, transferFrom and approve of ERC-20. */
const TOKEN_CALLS: ReadonlySet<string> = new Set(['0xa9059cbb', '0x23b872dd', '0x095ea7b3']);
const SELECTOR_LENGTH = 10;

/**
 * Returns the transfers of a block: coins sent by its successful transactions, and Transfer events of ERC-20. Transfers
 * of nothing are left out. Throws ChainError NODE_INCONSISTENT unless each transaction has its receipt of this block.
 */
export function transfersOfBlock(
  blockHash: string,
  transactions: readonly RpcTransaction[],
  receipts: readonly RpcReceipt[],
  assets: readonly ChainAsset[],
): ChainTransfer[] {
  const byContract = new Map(assets.map((asset) => [asset.contract, asset]));
  const receiptOf = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  return transactions.flatMap((transaction) => {
    const receipt = receiptOf.get(transaction.hash);
    if (receipt === undefined || receipt.blockHash !== blockHash)
      throw new ChainError(
        'NODE_INCONSISTENT',
        `The node has no receipt of ${transaction.hash} in its block`,
      );
    if (receipt.status !== SUCCESS) return [];
    return [...coinsOf(transaction, byContract), ...tokensOf(receipt, byContract)];
  });
}

/**
 * True of a block in which no contract can have sent the chain's own coin: each transaction failed, ran no code, or moved a
 * listed token and carried no coins. A token that calls its recipient, which then sends coins on, is taken for one that does
 * not: the balances at a final block say what arrived.
 */
export function movesNoCoinsByCalls(
  transactions: readonly RpcTransaction[],
  receipts: readonly RpcReceipt[],
  assets: readonly ChainAsset[],
): boolean {
  const listed = new Set(assets.map(({ contract }) => contract));
  const receiptOf = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  return transactions.every(({ hash, to, value, input }) => {
    const receipt = receiptOf.get(hash);
    if (receipt === undefined) return false;
    if (receipt.status !== SUCCESS || BigInt(receipt.gasUsed) === NO_CODE_GAS) return true;
    const contract = to === null ? null : normaliseEvmAddress(to);
    return (
      contract !== null &&
      listed.has(contract) &&
      BigInt(value) === 0n &&
      TOKEN_CALLS.has(input.slice(0, SELECTOR_LENGTH))
    );
  });
}

type ByContract = ReadonlyMap<string | null, ChainAsset>;

function coinsOf({ hash, from, to, value }: RpcTransaction, byContract: ByContract): ChainTransfer[] {
  const amount = BigInt(value);
  const recipient = to === null ? null : normaliseEvmAddress(to);
  if (amount === 0n || recipient === null) return [];
  const asset = byContract.get(null) ?? null;
  const sender = normaliseEvmAddress(from) ?? from;
  return [
    {
      transactionHash: hash,
      ordinal: NATIVE_ORDINAL,
      from: sender,
      to: recipient,
      contract: null,
      asset,
      amount,
    },
  ];
}

function tokensOf({ transactionHash, logs }: RpcReceipt, byContract: ByContract): ChainTransfer[] {
  return logs.flatMap(({ address, topics, data }, ordinal) => {
    if (topics.length !== ERC20_TOPICS || topics[0] !== TRANSFER_TOPIC || data.length !== 66) return [];
    const amount = BigInt(data);
    const contract = normaliseEvmAddress(address);
    const to = addressOfTopic(topics[2]);
    if (amount === 0n || contract === null || to === null) return [];
    // The sender of a minting is the zero address, which is no recipient but may stand here.
    const from = addressOfTopic(topics[1]) ?? `0x${'0'.repeat(40)}`;
    return [
      { transactionHash, ordinal, from, to, contract, asset: byContract.get(contract) ?? null, amount },
    ];
  });
}

function addressOfTopic(topic: string | undefined): string | null {
  return topic === undefined || topic.length !== 66 ? null : normaliseEvmAddress(`0x${topic.slice(26)}`);
}
