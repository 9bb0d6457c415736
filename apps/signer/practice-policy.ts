import type { SignerPolicy } from './policy.ts';

interface ListedAsset {
  readonly code: string;
  readonly contract: string | null;
  readonly decimals: number;
}

/** Limits of both modes, in decimals of each coin. A coin that is not named is not signed for. */
const limits: Readonly<
  Record<
    string,
    { readonly each: bigint; readonly day: bigint; readonly most: bigint; readonly mostDay: bigint }
  >
> = {
  USDT: { each: 1_000n, day: 50_000n, most: 100_000n, mostDay: 500_000n },
  ETH: { each: 1n, day: 50n, most: 100n, mostDay: 500n },
};
/** The most that one transaction pays to the network: 0.05 of the chain's coin, in base units. */
export const MOST_FEE = 5n * 10n ** 16n;

/** The most gas that one deposit address gets at once: 0.02 of the chain's coin, and fifty times that in a day. */
export const MOST_GAS = 2n * 10n ** 16n;

/** The policy of the practice chain: its coins alone. */
export function practiceSignerPolicy(chainId: number, assets: readonly ListedAsset[]): SignerPolicy {
  return signerPolicy({ isPractice: true, chainId, assets });
}

/** The policy of one chain: its listed coins alone. */
export function signerPolicy({
  isPractice,
  chainId,
  assets,
}: {
  readonly isPractice: boolean;
  readonly chainId: number;
  readonly assets: readonly ListedAsset[];
}): SignerPolicy {
  const listed = assets.flatMap(({ code, contract, decimals }) => {
    const limit = limits[code];
    if (limit === undefined) return [];
    const units = (whole: bigint) => `${whole * 10n ** BigInt(decimals)}`;
    const { each, day, most, mostDay } = limit;
    const automatic = { automaticEach: units(each), automaticPerDay: units(day) };
    return [{ code, contract, ...automatic, most: units(most), mostPerDay: units(mostDay) }];
  });
  return {
    isPractice,
    chains: [
      {
        chainId,
        assets: listed,
        mostFee: `${MOST_FEE}`,
        mostGas: `${MOST_GAS}`,
        mostGasPerDay: `${50n * MOST_GAS}`,
      },
    ],
  };
}
