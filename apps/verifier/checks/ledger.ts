import type { AppliedCommand } from '@candor/journal';
import {
  CUSTODY,
  type EntryEvent,
  type KernelView,
  mayBeNegative,
  PRACTICE_CUSTODY,
  userOf,
  walletName,
} from '@candor/kernel';
import type { Check } from './check.ts';

/**
 * Keeps the books a second time, from the entries alone: each sums to 0 per asset, each stated balance is the one that
 * the postings give, no account goes below 0 but those that may, and every balance sent to a user is in the books.
 */
export class LedgerCheck implements Check {
  readonly name = 'double entries';
  count = 0;
  private readonly books = new Map<number, Map<number, bigint>>();

  see(command: AppliedCommand, _view: KernelView, report: (what: string) => void): void {
    for (const event of command.events) {
      if (event.type === 'entry') this.entry(event, report);
    }
    const told = new Map<string, bigint>();
    for (const event of command.events) {
      if (event.type !== 'balance') continue;
      told.set(`${event.userId} ${event.wallet} ${event.assetId}`, event.available + event.held);
    }
    if (told.size > 0) this.compare(command, told, report);
  }

  private entry(event: EntryEvent, report: (what: string) => void): void {
    this.count += 1;
    const sums = new Map<number, bigint>();
    for (const { account, assetId, amount, balance } of event.postings) {
      sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
      const book = this.bookOf(account);
      const now = (book.get(assetId) ?? 0n) + amount;
      book.set(assetId, now);
      if (now !== balance)
        report(`An entry (${event.kind}) states ${balance} on account ${account}; its postings give ${now}.`);
      if (now < 0n && amount < 0n && !mayBeNegative(account))
        report(`An entry (${event.kind}) leaves account ${account} with ${now} of asset ${assetId}.`);
    }
    for (const [assetId, sum] of sums)
      if (sum !== 0n) report(`An entry (${event.kind}) is off by ${sum} of asset ${assetId}.`);
  }

  private compare(
    command: AppliedCommand,
    told: ReadonlyMap<string, bigint>,
    report: (what: string) => void,
  ): void {
    for (const event of command.events) {
      if (event.type !== 'entry') continue;
      for (const { account, assetId } of event.postings) {
        if (account <= 0) continue;
        const name = `${userOf(account)} ${walletName(account)} ${assetId}`;
        const total = told.get(name);
        const booked = this.books.get(account)?.get(assetId) ?? 0n;
        if (total !== undefined && total !== booked)
          report(`The balance told to ${name} is ${total}; its entries give ${booked}.`);
      }
    }
  }

  /** Sums of all accounts, per asset, against 0 and against the kernel's own. */
  end(view: KernelView, report: (what: string) => void): void {
    const sums = new Map<number, bigint>();
    for (const book of this.books.values())
      for (const [assetId, amount] of book) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
    for (const [assetId, sum] of sums)
      if (sum !== 0n) report(`All accounts together hold ${sum} of asset ${assetId}; it must be 0.`);
    for (const { assetId, custody } of view.ledgerSums()) {
      const of = (account: number) => this.books.get(account)?.get(assetId) ?? 0n;
      const booked = of(PRACTICE_CUSTODY) + of(CUSTODY);
      if (booked !== custody)
        report(`Custody of asset ${assetId} is ${custody} in the state; its entries give ${booked}.`);
    }
  }

  private bookOf(account: number): Map<number, bigint> {
    let book = this.books.get(account);
    if (book === undefined) {
      book = new Map();
      this.books.set(account, book);
    }
    return book;
  }
}
