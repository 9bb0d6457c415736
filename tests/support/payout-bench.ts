import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newActKey, type WithdrawalRow } from '@candor/api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type CatalogueFollower, followCatalogue } from '../../apps/server/engine/catalogue/index.ts';
import { entersNothing } from '../../apps/server/gateway/http/enter-answer.ts';
import { PRACTICE_CHAIN } from '../../apps/server/money/chains/index.ts';
import { findDelegated } from '../../apps/server/money/defi/index.ts';
import { openPayer, type Payer, type PayerDeps } from '../../apps/server/money/withdrawals/index.ts';
import { steppedUpUsers } from '../../apps/server/users/factors/index.ts';
import {
  allowKey,
  fingerprintOf,
  forbidKey,
  openSigner,
  practiceSignerPolicy,
  practiceWallet,
  type Signer,
} from '../../apps/signer/index.ts';
import { codeAt, STEP_MS } from '../api/support/console.ts';
import { type House, type HouseOptions, openHouse } from '../api/support/house.ts';
import { newPerson, PASSWORD, type Person } from '../api/support/person.ts';
import { needOf, sendAct, sha256, show, stepUp } from '../api/support/step-up.ts';
import { type ChainBench, openChainBench } from './practice-chain.ts';

export const FUND_PASSWORD = 'my-funds-are-mine-7';
export const WITHDRAWAL_PATH = '/api/v1/coin/assets/withdrawal';

/** A user who may withdraw: with an authenticator and a fund password. */
export interface Withdrawer {
  readonly person: Person;
  nextCode(): Promise<string>;
  /** The code that the authenticator shows now. */
  codeNow(): Promise<string>;
}

/** A house, a practice chain, a signer and a payer, with hands. */
export interface PayoutBench {
  readonly house: House;
  readonly chain: ChainBench;
  readonly signer: Signer;
  readonly payer: Payer;
  readonly alarms: string[];
  readonly catalogues: CatalogueFollower;
  /** Another payer on the same database, such as after a kill. */
  openPayer(more?: Partial<PayerDeps>): Promise<Payer>;
  withdrawer(): Promise<Withdrawer>;
  withdraw(who: Withdrawer, more?: object): Promise<{ code: number | null; data: unknown; text: string }>;
  /** Meets the step-up of a withdrawal with a passed factor each; the result sends it. */
  prepare(who: Withdrawer, more?: object): Promise<() => ReturnType<PayoutBench['withdraw']>>;
  /** Requests a withdrawal without the step-up of the door. */
  request(who: Withdrawer, amount: string, address?: string): Promise<WithdrawalRow>;
  /** Has the signer accept the key of an operator. */
  accept(operator: SigningOperator): Promise<void>;
  forbid(operator: SigningOperator): Promise<void>;
  log(who: Withdrawer): Promise<WithdrawalRow[]>;
  /** Rounds with a block between, until all that is open is final and rests. */
  payOut(rounds?: number): Promise<void>;
  usdtOf(address: string): Promise<bigint>;
  stop(): Promise<void>;
}

/** An operator's signing key, as the operator's browser would hold it. */
export interface SigningOperator {
  readonly name: string;
  readonly publicKey: string;
  sign(text: string): string;
}

export function newSigningOperator(name: string): SigningOperator {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    name,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

export const newAddress = (): string => privateKeyToAccount(generatePrivateKey()).address;

export interface PayoutBenchOptions extends Pick<HouseOptions, 'database' | 'notices' | 'clock'> {
  /** Opens a signer on a folder in place of one in this process. */
  readonly signerOn?: (folder: string) => Promise<Signer>;
}

export async function openPayoutBench({
  signerOn,
  ...options
}: PayoutBenchOptions = {}): Promise<PayoutBench> {
  const [house, chain, folder] = await Promise.all([
    openHouse(options),
    openChainBench(),
    mkdtemp(join(tmpdir(), 'candor-signer-')),
  ]);
  const alarms: string[] = [];
  const signerHere = async () =>
    openSigner({
      keys: await practiceWallet(folder, 'test'),
      folder,
      now: () => house.now(),
      policy: practiceSignerPolicy(PRACTICE_CHAIN.chainId, PRACTICE_CHAIN.assets),
    });
  const signer = await (signerOn?.(folder) ?? signerHere());
  const hot = await signer.hotAddress();
  await chain.sendEth(hot, 10n ** 19n);
  await chain.sendUsdt(hot, 1_000_000n * 10n ** 6n);
  await chain.mine();
  const catalogues = await followCatalogue(house.core, (error) => {
    throw error;
  });
  const payerWith = (more: Partial<PayerDeps> = {}) =>
    openPayer({
      pool: house.pool,
      core: house.core,
      promises: house.outbox,
      catalogues,
      chain: PRACTICE_CHAIN,
      adapter: chain.adapter,
      signer,
      reviews: house.reviews,
      now: () => house.now(),
      isHeld: async (userId) => (await house.factors.holds.current(userId)).length > 0,
      isSteppedUp: steppedUpUsers(house.pool),
      delegated: findDelegated({ core: house.core, node: chain.adapter }),
      alarm: (line) => alarms.push(line),
      ...more,
    });
  const payer = await payerWith();
  await payer.round();
  async function prepared({ person, nextCode }: Withdrawer, more: object) {
    const { list } = await person.client.call('getWithdrawalCurrency');
    const { fee } = list.find(({ coin }) => coin === 'USDT')!;
    const body = {
      coin: 'USDT',
      network: PRACTICE_CHAIN.key,
      address: newAddress(),
      amount: '100',
      fee: fee ?? '0',
      fundPassword: sha256(FUND_PASSWORD),
      ...more,
    };
    const act = { path: WITHDRAWAL_PATH, body, key: newActKey(house.now()) };
    const first = await sendAct(house, person, act);
    const problem = first.data as { key?: string } | null;
    if (problem?.key !== 'STEP_UP_REQUIRED') return async () => first;
    const { challenge } = needOf(first);
    await show(person, challenge, 'authenticator', await nextCode());
    return () => sendAct(house, person, act, challenge);
  }
  return {
    house,
    chain,
    signer,
    payer,
    alarms,
    catalogues,
    openPayer: payerWith,
    withdrawer: () => newWithdrawer(house),
    withdraw: async (who, more = {}) => (await prepared(who, more))(),
    prepare: (who, more = {}) => prepared(who, more),
    async accept({ name, publicKey }) {
      await allowKey(folder, name, fingerprintOf(publicKey), house.now());
      await payer.round();
    },
    async forbid({ name }) {
      await forbidKey(folder, name, house.now());
      await payer.round();
    },
    async request({ person }, amount, address = newAddress()) {
      const { list } = await person.client.call('getWithdrawalCurrency');
      const { fee } = list.find(({ coin }) => coin === 'USDT')!;
      const asked = {
        coin: 'USDT',
        network: PRACTICE_CHAIN.key,
        address,
        amount,
        fee: fee ?? '0',
      };
      return house.withdrawals.requests.request(person.userId, asked, entersNothing);
    },
    log: async ({ person }) => (await person.client.call('getWithdrawalLog', { query: {} })).records,
    async payOut(rounds = 16) {
      for (let i = 0; i < rounds; i++) {
        await payer.round();
        await chain.mine();
      }
      await payer.round();
    },
    async usdtOf(address) {
      const head = await chain.adapter.head();
      return chain.adapter.balanceAt(address, PRACTICE_CHAIN.assets[0]!, head.hash);
    },
    async stop() {
      catalogues.stop();
      await house.stop();
      await chain.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Registers somebody, binds an authenticator and sets a fund password; the holds of both are over. */
export async function newWithdrawer(house: House): Promise<Withdrawer> {
  return withFactors(house, await newPerson(house));
}

/** Binds an authenticator and sets a fund password for somebody; the holds of both are over. */
export async function withFactors(house: House, person: Person): Promise<Withdrawer> {
  const member = '/api/v1/coin/member';
  const { secret } = await person.client.call('getGoogleVerification', { params: { bindMode: '1' } });
  const codeNow = () => codeAt(secret, house.now());
  const nextCode = async () => {
    house.advance(STEP_MS);
    return codeNow();
  };
  const bind = `${member}/googleVerificationBindingOrReset/${await nextCode()}/1`;
  await stepUp(house, person, { method: 'GET', path: bind }, [['password', sha256(PASSWORD)]]);
  const set = { path: '/api/user/tardPwdSet', body: { newPassword: sha256(FUND_PASSWORD) } };
  await stepUp(house, person, set, [
    ['password', sha256(PASSWORD)],
    ['authenticator', await nextCode()],
  ]);
  // The clock of the ledger does not move along, so the day of waiting is taken off instead.
  await house.pool.query('delete from factors.hold where user_id = $1', [person.userId]);
  return { person, nextCode, codeNow };
}
