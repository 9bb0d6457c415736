import type { AccountChain } from '@candor/chains';
import { FAUCET_ADDRESS, type ListedChain } from '../chains/index.ts';
import type { PracticeChain } from '../practice-chain/index.ts';
import { openPayer, type Payer } from './payer.ts';
import type { PayerDeps, PaymentDeps } from './payer-room.ts';

const TICK_MS = 1_000;
/** Without an open withdrawal, fees and keys are noted once in so many ticks. A new withdrawal is seen at the next tick. */
const RESTING_TICKS = 5;
/** The practice hot wallet is filled up to this many whole coins when it has less than half. */
const PRACTICE_FLOAT: Readonly<Record<string, bigint>> = { ETH: 100n, USDT: 1_000_000n };
/** The wallet that pays the gas of sweeps is filled up likewise. */
const PRACTICE_GAS: Readonly<Record<string, bigint>> = { ETH: 2n };

/**
 * Pays withdrawals of one chain until it is stopped. A round that fails is said once and tried again: neither the node nor
 * the signer has to be there at the start. Returns how to stop it.
 */
export function followWithdrawals(
  deps: PayerDeps & {
    readonly practice: PracticeChain | null;
    readonly gasAddress: string;
    /** Runs while custody is not being compared with the chain. */
    readonly quietly: <Result>(task: () => Promise<Result>) => Promise<Result>;
  },
): () => Promise<void> {
  const { practice, chain, adapter, signer, gasAddress } = deps;
  return followPayer(deps, {
    open: (alarm) => openPayer({ ...deps, alarm }),
    async after() {
      if (practice === null) return;
      await fill(practice, chain, adapter, await signer.hotAddress(), PRACTICE_FLOAT);
      await fill(practice, chain, adapter, gasAddress, PRACTICE_GAS);
    },
  });
}

/** Runs the rounds of a payer until it is stopped. Returns how to stop it. */
export function followPayer(
  {
    alarm,
    chain,
    quietly,
  }: Pick<PaymentDeps, 'alarm' | 'chain'> & {
    readonly quietly: <Result>(task: () => Promise<Result>) => Promise<Result>;
  },
  {
    open,
    after = async () => {},
  }: {
    readonly open: (alarm: (line: string) => void) => Promise<Payer>;
    readonly after?: () => Promise<void>;
  },
): () => Promise<void> {
  let isStopped = false;
  let wake: () => void = () => {};
  let said = '';
  const run = async (): Promise<void> => {
    let payer: Payer | null = null;
    let rested = RESTING_TICKS;
    while (!isStopped) {
      try {
        payer ??= await open(once);
        const { round } = payer;
        rested += 1;
        if (rested >= RESTING_TICKS || !(await payer.isIdle())) {
          await quietly(round);
          await after();
          rested = 0;
        }
      } catch (error) {
        once(`Withdrawals of ${chain.key} wait: ${(error as Error).message}`);
      }
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TICK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const once = (line: string): void => {
    if (line !== said) alarm(line);
    said = line;
  };
  const running = run();
  return async () => {
    isStopped = true;
    wake();
    await running;
  };
}

/** Gives a practice wallet coins of the faucet, which are worth nothing. */
async function fill(
  practice: PracticeChain,
  chain: ListedChain,
  adapter: AccountChain,
  hot: string,
  float: Readonly<Record<string, bigint>>,
): Promise<void> {
  const head = await adapter.head();
  for (const asset of chain.assets) {
    const full = (float[asset.code] ?? 0n) * 10n ** BigInt(asset.decimals);
    const there = await adapter.balanceAt(hot, asset, head.hash);
    if (full === 0n || there * 2n >= full) continue;
    const waiting = await practice.ask<string>('eth_getTransactionCount', [FAUCET_ADDRESS, 'pending']);
    if (Number(waiting) > (await adapter.minedNonce(FAUCET_ADDRESS))) return;
    const amount = full - there;
    const word = (value: string) => value.replace(/^0x/, '').toLowerCase().padStart(64, '0');
    const call =
      asset.contract === null
        ? { to: hot, value: `0x${amount.toString(16)}`, gas: '0x5208' }
        : {
            to: asset.contract,
            gas: '0x186a0',
            data: `0xa9059cbb${word(hot)}${word(amount.toString(16))}`,
          };
    await practice.ask('eth_sendTransaction', [{ from: FAUCET_ADDRESS, ...call }]);
  }
}
