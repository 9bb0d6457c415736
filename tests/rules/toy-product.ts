import { ENTRIES } from '@candor/products';

/** Declaration of the product. */
export const declaration = `import { declare } from './declare.ts';

/** Lockers: an amount that waits until a time. */
export const locker = declare({
  commands: {
    openLocker: { sender: 'user' },
    setLockerFee: { sender: 'system' },
  },
  entries: {
    'locker-fee': { code: ${1 + Math.max(...Object.values(ENTRIES).map(({ code }) => code))}, isOnBills: true },
  },
});
`;

/** The room of a product that keeps an amount until a time, as docs/ADDING.md lists its files. */
export const room: Readonly<Record<string, string>> = {
  'commands.ts': `import type { Amount } from '@candor/money';

/** Keeps an amount of an asset in the sender's wallet until a time. */
export interface OpenLocker {
  readonly type: 'openLocker';
  readonly assetId: number;
  readonly amount: Amount;
  readonly untilMs: number;
}

/** Sets what opening a locker costs, in base units of the asset that it keeps. */
export interface SetLockerFee {
  readonly type: 'setLockerFee';
  readonly fee: Amount;
}

export type LockerCommand = OpenLocker | SetLockerFee;
`,
  'events.ts': `/** A locker opened by itself. */
export interface LockerOverEvent {
  readonly type: 'lockerOver';
  readonly lockerId: number;
  readonly userId: number;
}

export type LockerEvent = LockerOverEvent;
export type LockerRejection = 'LOCKER_TIME_INVALID';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly locker: LockerRejection;
  }
}
`,
  'view.ts': `export interface LockerView {
  lockers(): number;
}
`,
  'vocabulary.ts': `import type { LockerCommand } from './commands.ts';
import type { LockerEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface LockerVocabulary {
  readonly command: LockerCommand;
  readonly event: LockerEvent;
}
`,
  'codec.ts': `import { amount, type CommandCodecs, command, number } from '../../codec/fields.ts';
import type { LockerCommand, OpenLocker, SetLockerFee } from './commands.ts';

/** Codes 900 to 909. */
export const lockerCodecs: CommandCodecs<LockerCommand> = {
  openLocker: command<OpenLocker>(900, { assetId: number, amount, untilMs: number }),
  setLockerFee: command<SetLockerFee>(901, { fee: amount }),
};
`,
  'locker-product.ts': `import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { amount as units, count, list, number, record } from '../../codec/fields.ts';
import { type DueItem, DueQueue } from '../../due/due-queue.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import type { Outcome } from '../../events.ts';
import { FEES } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { DONE, refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import { lockerCodecs } from './codec.ts';
import type { LockerCommand, OpenLocker, SetLockerFee } from './commands.ts';
import type { LockerView } from './view.ts';

interface Locker extends DueItem {
  readonly balance: number;
  readonly units: number;
}

const section = list(record<Locker>({ id: count, userId: count, dueMs: number, balance: count, units: count }));

class LockerProduct implements Product {
  readonly name = 'locker';
  readonly handlers: CommandHandlers<LockerCommand> = {
    openLocker: { perform: (userId, command) => this.open(userId, command) },
    setLockerFee: { perform: (_, command) => this.setFee(command) },
  };
  readonly view: LockerView = { lockers: () => this.due.size };
  private readonly due = new DueQueue<Locker>();
  private readonly state: ProductContext['state'];
  private fee = 0n;

  constructor({ state }: ProductContext) {
    this.state = state;
  }

  private setFee({ fee }: SetLockerFee): Outcome {
    this.fee = fee;
    return DONE;
  }

  private open(userId: number, { assetId, amount, untilMs }: OpenLocker): Outcome {
    const { accounts, balances, timeMs } = this.state;
    const account = accounts.find(userId);
    const balance = balances.find(account, assetId);
    const units = Number(amount);
    if (untilMs <= timeMs) return refuse('LOCKER_TIME_INVALID');
    if (!Number.isSafeInteger(units) || !balances.covers(balance, units + Number(this.fee)))
      return refuse('INSUFFICIENT_BALANCE');
    const id = ++this.state.lastOrderId;
    if (this.fee > 0n) {
      postEntry(this.state, 'locker-fee', { tradeId: 0, orderId: id }, [
        { account, assetId, amount: -this.fee },
        { account: accounts.find(FEES), assetId, amount: this.fee },
      ]);
    }
    balances.hold(balance, units);
    this.due.add({ id, userId, dueMs: untilMs, balance, units });
    return DONE;
  }

  nextDueMs(): number {
    return this.due.nextMs();
  }

  onTimeOf(userId: number, nowMs: number): void {
    for (let item = this.due.takeOf(userId, nowMs); item !== undefined; item = this.due.takeOf(userId, nowMs))
      this.end(item);
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    while (this.due.nextMs() <= nowMs && slice.take()) this.end(this.due.take(nowMs)!);
  }

  private end({ id, userId, balance, units }: Locker): void {
    this.state.balances.hold(balance, -units);
    this.state.tape.note({ type: 'lockerOver', lockerId: id, userId });
  }

  write(writer: ByteWriter): void {
    units.write(writer, this.fee as never);
    section.write(writer, [...this.due.values()].sort((a, b) => a.id - b.id));
  }

  read(reader: ByteReader): void {
    this.fee = units.read(reader);
    for (const locker of section.read(reader)) {
      this.due.add(locker);
      this.state.balances.hold(locker.balance, locker.units);
    }
  }
}

/** Lockers, as the list of products names them. */
export const locker = productRoom('locker', lockerCodecs, (context) => new LockerProduct(context));
`,
};

/** The lines of the recipe: what follows in a file is put before the text that is named, or behind it. */
export const lines: readonly (readonly [file: string, before: string, line: string])[] = [
  ['packages/products/list.ts', 'import { margin }', "import { locker } from './locker.ts';\n"],
  ['packages/products/list.ts', '} as const;', '  locker,\n'],
  [
    'packages/kernel/products/list.ts',
    'import { margin }',
    "import { locker } from './locker/locker-product.ts';\n",
  ],
  ['packages/kernel/products/list.ts', '] as const;', '  locker,\n'],
  [
    'packages/kernel/products/vocabulary.ts',
    'import type { MarginVocabulary }',
    "import type { LockerVocabulary } from './locker/vocabulary.ts';\n",
  ],
  [
    'packages/kernel/products/vocabulary.ts',
    "export type * from './margin/vocabulary.ts';",
    "export type * from './locker/vocabulary.ts';\n",
  ],
  ['packages/kernel/products/vocabulary.ts', '  | SpotVocabulary', '  | LockerVocabulary\n'],
];
