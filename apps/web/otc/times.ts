export const MINUTE_MS = 60_000;

/** Times to pay that an offer may give, in ms, within the published bounds. */
export function windowChoices(leastMs: number, mostMs: number): readonly number[] {
  const minutes = [15, 20, 30, 45, 60, 90, 120];
  return minutes.map((each) => each * MINUTE_MS).filter((ms) => ms >= leastMs && ms <= mostMs);
}
