export type NaiveOutcome =
  | { ok: true; id: number; status: string | null; lots: bigint; amount: bigint }
  | { ok: false; code: string };

export function yes(id: number, status: string | null, lots: bigint, amount: bigint): NaiveOutcome {
  return { ok: true, id, status, lots, amount };
}

export function no(code: string): NaiveOutcome {
  return { ok: false, code };
}
