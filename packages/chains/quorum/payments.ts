import { ChainError } from '../chain-error.ts';
import type { AccountChain, OwnTransaction, TransactionStatus, UnsignedTransaction } from '../port.ts';
import { agree, textOf } from './agreement.ts';
import { answered, type Quorum } from './quorum.ts';

type Payments = Pick<
  AccountChain,
  'feeEstimate' | 'minedNonce' | 'buildPayment' | 'checkPayment' | 'broadcast' | 'status'
>;

/** Payments of our own: built and followed as two of the nodes say, and sent to all of them. */
export function quorumPayments(quorum: Quorum, nodes: readonly AccountChain[]): Payments {
  const { node, health } = quorum;
  return {
    /** The middle of three; of two, the lower one: no node alone makes payments dear. */
    async feeEstimate() {
      const found = await answered(quorum, (at) => node(at).feeEstimate());
      const sorted = found.toSorted((left, right) => compare(left.maxFeePerGas, right.maxFeePerGas));
      return sorted[Math.floor((sorted.length - 1) / 2)]!;
    },
    minedNonce: (address) => agree((at) => node(at).minedNonce(address), health),
    /** Estimates of gas may differ a little, so any two that succeed agree; two must say that it would fail. */
    async buildPayment(payment) {
      const built: UnsignedTransaction[] = [];
      const one = await agree(
        async (at) => {
          const unsigned = await node(at).buildPayment(payment);
          built.push(unsigned);
          return unsigned;
        },
        health,
        {
          keyOf: ({ to, value, data, chainId, nonce }) => textOf({ to, value, data, chainId, nonce }),
          counts: (error) => error instanceof ChainError && error.code === 'WOULD_FAIL',
        },
      );
      // The higher of the two: one that is too low would fail and cost its gas.
      return built.reduce((most, each) => (each.gas > most.gas ? each : most), one);
    },
    /** Two must say that it would be refused; why, they may say in words of their own. */
    checkPayment: (payment, blockHash) =>
      agree((at) => node(at).checkPayment(payment, blockHash), health, {
        keyOf: (check) => (check === 'accepted' ? check : 'refused'),
      }),
    async broadcast(rawTransaction) {
      const results = await Promise.allSettled(nodes.map((each) => each.broadcast(rawTransaction)));
      for (const [at, result] of results.entries())
        if (result.status === 'rejected' && !isOfTransaction(result.reason))
          health.noteError(at, result.reason);
      const taken = results.find((result) => result.status === 'fulfilled');
      if (taken !== undefined) return taken.value;
      const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      throw errors.find(isOfTransaction) ?? errors[0];
    },
    status: (transaction, finalAfter) => statusOf(quorum, transaction, finalAfter),
  };
}

async function statusOf(
  { node, health }: Quorum,
  transaction: OwnTransaction,
  finalAfter: number,
): Promise<TransactionStatus> {
  const seen: TransactionStatus[] = [];
  try {
    const agreed = await agree(
      async (at) => {
        const status = await node(at).status(transaction, finalAfter);
        seen.push(status);
        return status;
      },
      health,
      { keyOf: withoutConfirmations, isLag: ({ state }) => state === 'unknown' || state === 'pending' },
    );
    if (agreed.state !== 'included') return agreed;
    const same = seen.filter((status) => withoutConfirmations(status) === withoutConfirmations(agreed));
    const confirmations = same.map((status) => (status.state === 'included' ? status.confirmations : 0));
    return { ...agreed, confirmations: Math.min(...confirmations) };
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== 'NODES_DISAGREE') throw error;
    // Nothing that ends a payment: one node has it in a block, another waits with it, a third never heard of it.
    const knows = seen.filter(({ state }) => state === 'pending' || state === 'included').length;
    return { state: knows >= 2 ? 'pending' : 'unknown' };
  }
}

/** True for what a node says of the transaction itself. */
function isOfTransaction(error: unknown): boolean {
  return error instanceof ChainError && (error.code === 'NODE_REFUSED' || !error.code.startsWith('NODE'));
}

/** Confirmations grow between two questions, and are no contradiction. */
function withoutConfirmations(status: TransactionStatus): string {
  return textOf(status.state === 'included' ? { ...status, confirmations: 0 } : status);
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
