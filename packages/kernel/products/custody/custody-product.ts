import type { Amount } from '@candor/money';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { CUSTODY, DEPOSIT_LOSSES, NETWORK_COSTS } from '../../ledger/accounts.ts';
import { freeIn } from '../../ledger/free.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { auditCustody } from './audit.ts';
import { CustodyBooks, type OpenWithdrawal } from './books.ts';
import { custodyCodecs } from './codec.ts';
import type { CustodyCommand } from './commands.ts';
import { bookNetworkCost, correctBalance, coverCustody } from './corrections.ts';
import { DepositHolds, fillable, holdDeposit, missingOf, restoreDeposit } from './deposit-holds.ts';
import { creditDeposit, creditRecharge, reverseDeposit } from './deposits.ts';
import { readCustody, writeCustody } from './section.ts';
import type { CustodyProductView, OpenWithdrawalView } from './view.ts';
import {
  failWithdrawal,
  hold,
  releaseWithdrawal,
  requestWithdrawal,
  settlePayout,
  settleWithdrawal,
  withdrawalDesk,
} from './withdrawals.ts';

/** Deposits, withdrawals and corrections: money that enters and leaves the ledger, each once. */
class CustodyProduct implements Product {
  readonly name = 'custody';
  readonly handlers: CommandHandlers<CustodyCommand>;
  readonly view: CustodyProductView;
  readonly late: readonly [DepositHolds];
  private readonly state: State;
  private readonly books = new CustodyBooks();

  constructor({ state, products, ports }: ProductContext) {
    const { books } = this;
    this.state = state;
    const owner = () => ports.withdrawalOwner;
    const guard = () => ports.withdrawalGuard;
    const room = { state, books, products, isShort: ports.isShort, owner, guard };
    ports.withdrawalDesk = withdrawalDesk(room);
    this.late = [new DepositHolds(room)];
    this.handlers = {
      creditDeposit: { perform: (_, command) => creditDeposit(room, command) },
      creditRecharge: { perform: (_, command) => creditRecharge(room, command) },
      reverseDeposit: { perform: (_, command) => reverseDeposit(room, command) },
      holdDeposit: { perform: (_, command) => holdDeposit(room, command) },
      restoreDeposit: { perform: (_, command) => restoreDeposit(room, command) },
      requestWithdrawal: { perform: (_, command) => requestWithdrawal(room, command) },
      settleWithdrawal: { perform: (_, command) => settleWithdrawal(room, command) },
      settlePayout: { perform: (_, command) => settlePayout(room, command) },
      releaseWithdrawal: { perform: (_, command) => releaseWithdrawal(room, command) },
      failWithdrawal: { perform: (_, command) => failWithdrawal(room, command) },
      bookNetworkCost: { perform: (_, command) => bookNetworkCost(room, command) },
      coverCustody: { perform: (_, command) => coverCustody(room, command) },
      correctBalance: { perform: (_, command) => correctBalance(room, command) },
    };
    const spareOf = (userId: number, assetId: number) =>
      freeIn(state, products, state.accounts.find(userId), assetId) - missingOf(room, userId, assetId);
    const positive = (units: bigint) => (units < 0n ? 0n : units) as Amount;
    this.view = {
      custodyOf: (assetId) => ({
        assetId,
        held: -this.named(CUSTODY, assetId) as Amount,
        networkCosts: this.named(NETWORK_COSTS, assetId) as Amount,
        depositLosses: this.named(DEPOSIT_LOSSES, assetId) as Amount,
      }),
      isCredited: (depositNo) => books.deposits.has(depositNo),
      isReversible: (depositNo) => books.reversible(depositNo, state.timeMs) !== null,
      creditedOf: (depositNo) => {
        const deposit = books.recent.get(depositNo);
        if (deposit !== undefined) return deposit.amount as Amount;
        return books.deposits.has(depositNo) ? null : (0n as Amount);
      },
      heldDeposits: () =>
        [...books.holds.values()].map(({ depositNo, userId, assetId, held, endsMs }) => ({
          depositNo,
          userId,
          assetId,
          endsMs,
          held: held as Amount,
        })),
      missingOf: (userId, assetId) => missingOf(room, userId, assetId) as Amount,
      lackingOf: (userId, assetId) => positive(-spareOf(userId, assetId)),
      fillable: (userId, assetId) => fillable(room, userId, assetId),
      isCostBooked: (costNo) => books.costs.has(costNo),
      withdrawalPhase: (withdrawalNo) => {
        if (books.open.has(withdrawalNo)) return 'open';
        return books.withdrawals.has(withdrawalNo) ? 'ended' : 'unknown';
      },
      openWithdrawal: (withdrawalNo) => {
        const open = books.open.get(withdrawalNo);
        return open === undefined ? null : shown(open);
      },
      openWithdrawals: (userId) =>
        [...books.open.values()].filter((withdrawal) => withdrawal.userId === userId).map(shown),
      withdrawable: (userId, assetId) => positive(spareOf(userId, assetId)),
    };
  }

  audit(): void {
    auditCustody(this.state, this.books);
  }

  write(writer: ByteWriter): void {
    writeCustody(writer, this.books);
  }

  read(reader: ByteReader): void {
    readCustody(reader, this.books);
    for (const withdrawal of this.books.open.values()) hold(this.state, withdrawal);
  }

  private named(number: number, assetId: number): bigint {
    const { accounts, balances } = this.state;
    const account = accounts.find(number);
    return account === 0 ? 0n : balances.total(balances.find(account, assetId));
  }
}

function shown(withdrawal: OpenWithdrawal): OpenWithdrawalView {
  return { ...withdrawal, amount: withdrawal.amount as Amount, fee: withdrawal.fee as Amount };
}

/** Deposits and withdrawals, as the list of products names them. */
export const custody = productRoom('custody', custodyCodecs, (context) => new CustodyProduct(context));
