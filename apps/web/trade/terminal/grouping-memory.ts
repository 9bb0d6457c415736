import { deviceStorage } from '../../data/index.ts';

function read(): Readonly<Record<string, string>> {
  const content = deviceStorage.read('bookGrouping')?.content;
  return typeof content === 'object' && content !== null ? (content as Record<string, string>) : {};
}

/** The grouping last chosen for a symbol on this device; the symbol's tick where none was, or is not offered. */
export function readGrouping(symbol: string, choices: readonly bigint[]): bigint {
  const kept = read()[symbol];
  return choices.find((units) => units.toString() === kept) ?? choices[0] ?? 1n;
}

/** Keeps the grouping of a symbol. */
export function writeGrouping(symbol: string, units: bigint): void {
  deviceStorage.write('bookGrouping', { ...read(), [symbol]: units.toString() });
}
