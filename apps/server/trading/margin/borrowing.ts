import type { CallData, Calls } from '@candor/api';
import { type Command, outcomeAs } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey } from '../../engine/acts/index.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import { type MarginChoice, type MarginDeps, nameOf, submit, walletOf } from './context.ts';
import { hourlyRateText, ppmText, riskText } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Loans of margin accounts: taken and repaid. */
export interface Borrowing {
  canBorrow(userId: number, choice: MarginChoice, coin: string): Promise<Data<'allGetCanborrow'>>;
  preview(userId: number, choice: MarginChoice, coin: string, amount: string): Promise<Data<'allPreborrow'>>;
  /** Resolves when it is durable, as the acts below do. @throws Refusal also for what the kernel rejects */
  borrow(
    userId: number,
    choice: MarginChoice,
    coin: string,
    amount: string,
    headerKey: string | null,
  ): Promise<Data<'allBorrow'>>;
  repay(
    userId: number,
    choice: MarginChoice,
    coin: string,
    amount: string | null,
    headerKey: string | null,
  ): Promise<Data<'allStill'>>;
}

export function createBorrowing(deps: MarginDeps): Borrowing {
  const { catalogues } = deps;
  return {
    async canBorrow(userId, choice, coin) {
      return (await look(deps, userId, { choice, coin, units: 0n as Amount })).shown;
    },
    async preview(userId, choice, coin, amount) {
      const { scale } = catalogues.current().asset(coin);
      const units = readAmount(amount, scale, 'amount');
      const { shown, preview, text } = await look(deps, userId, { choice, coin, units });
      return {
        ...shown,
        amount: text(units),
        firstHourInterest: text(preview.firstHour),
        riskRateAfter: ppmText(preview.riskAfterPpm ?? 0n),
        permitted: units <= preview.most,
      };
    },
    async borrow(userId, choice, coin, amount, headerKey) {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(coin);
      const units = readAmount(amount, asset.scale, 'amount');
      const body: Command = {
        type: 'borrow',
        ...walletOf(catalogue, choice),
        assetId: asset.assetId,
        amount: units,
      };
      const key = actKey('borrow', headerKey, null, body);
      const done = await submit(deps, userId, key, body).catch(async (error: unknown) => {
        throw isTooRisky(error) && (await hasNoCollateral(deps, userId, choice, coin))
          ? new Refusal('MARGIN_NO_COLLATERAL', { field: 'amount' })
          : error;
      });
      const { loanId } = outcomeAs(done, 'loan');
      return { id: loanId, coin: asset.code, amount: amountText(catalogue, asset.assetId, units) };
    },
    async repay(userId, choice, coin, amount, headerKey) {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(coin);
      const ref = walletOf(catalogue, choice);
      const units = amount === null ? null : readAmount(amount, asset.scale, 'amount');
      const body: Command = { type: 'repay', ...ref, assetId: asset.assetId, amount: units };
      const key = actKey('still', headerKey, null, body);
      const { loanId, owed } = outcomeAs(await submit(deps, userId, key, body), 'loan');
      return { id: loanId, coin: asset.code, owed: amountText(catalogue, asset.assetId, owed) };
    },
  };
}

const isTooRisky = (error: unknown) => error instanceof Refusal && error.key === 'MARGIN_RISK_TOO_HIGH';

/** An amount of a coin that an account might borrow. */
interface Asked {
  readonly choice: MarginChoice;
  readonly coin: string;
  readonly units: Amount;
}

/** Returns a coin's lending terms to an account, and a preview. @throws Refusal INDEX_STALE, MARGIN_NOT_OFFERED, … */
async function look(deps: MarginDeps, userId: number, { choice, coin, units }: Asked) {
  const { core, catalogues } = deps;
  const catalogue = catalogues.current();
  const asset = catalogue.asset(coin);
  const ref = walletOf(catalogue, choice);
  const wallet = { kind: ref.wallet, symbolId: ref.symbolId };
  const found = await core.ask('borrowPreview', userId, wallet, asset.assetId, units);
  const { hasAccount, lent, preview } = found;
  if (!hasAccount) throw new Refusal('ACCOUNT_OPENING');
  if (lent === null) throw new Refusal('MARGIN_NOT_OFFERED');
  if (preview === null) throw new Refusal(lent.borrowable ? 'INDEX_STALE' : 'MARGIN_NOT_BORROWABLE');
  const text = (amount: bigint) => formatDecimalTrimmed(amount, asset.scale);
  const shown = {
    type: choice.kind,
    symbol: nameOf(deps, ref.symbolId),
    coin: asset.code,
    canBorrow: text(preview.most),
    hourlyRate: hourlyRateText(lent.hourlyRatePpb),
    maxBorrow: text(lent.maxBorrow),
    poolAvailable: text(lent.pool),
    riskRate: riskText(preview.riskBeforePpm),
  };
  return { shown, preview, text };
}

/** True of an account that owes nothing and may yet borrow nothing of a coin that the pool has. */
async function hasNoCollateral(
  deps: MarginDeps,
  userId: number,
  choice: MarginChoice,
  coin: string,
): Promise<boolean> {
  const { preview } = await look(deps, userId, { choice, coin, units: 0n as Amount });
  return preview.most === 0n && preview.riskBeforePpm === null;
}
