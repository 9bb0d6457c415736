import type { AppliedCommand } from '@candor/journal';
import { type EntryEvent, HOUSE_FLOAT, type KernelView, SUSPENSE } from '@candor/kernel';
import type { Check } from './check.ts';

/**
 * Follows the house's own coins in custody and those that belong to nobody yet: a funding, report or release is booked
 * once, a surplus goes to the suspense account and nowhere else, only a release takes coins from there, and no withdrawal is
 * taken while an asset is short.
 */
export class TreasuryCheck implements Check {
  readonly name = 'reports on custody';
  count = 0;
  private readonly fundings = new Set<number>();
  private readonly releases = new Set<number>();
  private lastReportNo = 0;
  private readonly short = new Set<number>();
  /** By account and asset. */
  private readonly totals = new Map<string, bigint>();

  see({ events }: AppliedCommand, _view: KernelView, report: (what: string) => void): void {
    for (const event of events) {
      switch (event.type) {
        case 'custodyFunded':
          this.count += 1;
          if (this.fundings.has(event.fundingNo)) report(`Funding ${event.fundingNo} was booked twice.`);
          this.fundings.add(event.fundingNo);
          break;
        case 'custodyReconciled': {
          this.count += 1;
          const { reportNo, assetId, booked, found, surplus, shortage } = event;
          if (reportNo <= this.lastReportNo)
            report(`Report ${reportNo} came after report ${this.lastReportNo}.`);
          this.lastReportNo = reportNo;
          if (
            found - booked !== surplus - shortage ||
            shortage < 0n ||
            surplus < 0n ||
            (surplus > 0n && shortage > 0n)
          )
            report(`Report ${reportNo} found ${found} of ${booked}, and says ${surplus} and ${shortage}.`);
          if (shortage > 0n) this.short.add(assetId);
          else this.short.delete(assetId);
          break;
        }
        case 'suspenseReleased':
          this.count += 1;
          if (this.releases.has(event.releaseNo)) report(`Release ${event.releaseNo} was made twice.`);
          this.releases.add(event.releaseNo);
          if (event.amount <= 0n) report(`Release ${event.releaseNo} gives ${event.amount}.`);
          break;
        case 'withdrawalRequested':
          if (this.short.has(event.assetId))
            report(`Withdrawal ${event.withdrawalNo} was taken while asset ${event.assetId} was short.`);
          break;
        case 'entry':
          this.post(event, report);
          break;
        default:
      }
    }
  }

  private post({ kind, postings }: EntryEvent, report: (what: string) => void): void {
    for (const { account, assetId, amount } of postings) {
      if (account !== SUSPENSE && account !== HOUSE_FLOAT) continue;
      if (kind !== 'custody-funding' && kind !== 'custody-surplus' && kind !== 'suspense-release')
        report(`An entry of kind ${kind} moved ${amount} of asset ${assetId} of account ${account}.`);
      if (account === SUSPENSE && amount < 0n && kind !== 'suspense-release')
        report(`An entry of kind ${kind} took ${-amount} of asset ${assetId} from the suspense account.`);
      const name = `${account} ${assetId}`;
      this.totals.set(name, (this.totals.get(name) ?? 0n) + amount);
    }
  }

  end(view: KernelView, report: (what: string) => void): void {
    for (const [name, total] of this.totals) {
      const [account, assetId] = name.split(' ').map(Number) as [number, number];
      const { houseFloat, suspense } = view.treasury.treasuryOf(assetId);
      const held = account === SUSPENSE ? suspense : houseFloat;
      if (held !== total)
        report(`Account ${account} has ${held} of asset ${assetId}; its entries say ${total}.`);
    }
  }
}
