import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { House } from './house.ts';

const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;

/** Terms of an offer of a week, where a test names no others. */
export const EARN_TERMS = {
  dailyPpm: 300,
  cycleDays: 7,
  exitPpm: 500_000,
  minAmount: coins(1),
  maxAmount: coins(10_000),
  userCapAmount: coins(20_000),
  capAmount: coins(100_000),
  opensMs: 0,
} as const;

/** Sends a command of the system, which must be accepted. */
export async function system(house: House, body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}
