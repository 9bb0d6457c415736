import type { Command } from '@candor/kernel';

/** A command as text: JSON, with each bigint as {"$n": "123"}, for JSON has none. */
export function encodeCommand(body: Command): string {
  return JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'bigint' ? { $n: `${value}` } : value,
  );
}

/** The command that `encodeCommand` wrote. */
export function decodeCommand(text: string): Command {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$n' in value ? BigInt(String(value.$n)) : value,
  ) as Command;
}
