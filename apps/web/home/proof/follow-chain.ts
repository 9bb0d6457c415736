import type { CallData, Calls, TickChainRecord } from '@candor/api';
import { type ChainCheck, type ChainEnd, checkTickChain } from '@candor/proofs';

/** Cells of the tape: the newest records that hold. */
export const TAPE_LENGTH = 40;
/** The recorder chains four ticks a second: after this silence it stands still. */
const SILENT_MS = 6_000;

/** A record that this browser hashed again. */
export interface Link {
  readonly no: number;
  readonly hash: string;
}

/** The chain of ticks as far as this browser has followed it since the page was opened. */
export interface FollowedChain {
  readonly end: ChainEnd | null;
  /** Records whose hash was computed again; `links` of them were compared with the record before. */
  readonly checked: number;
  readonly links: number;
  /** Newest last. */
  readonly tape: readonly Link[];
  readonly newest: TickChainRecord | null;
  /** First record that did not hold. Nothing is followed after it. */
  readonly wrong: ChainCheck['wrong'];
  /** True if no new record came for some seconds. */
  readonly isSilent: boolean;
}

export const NO_CHAIN: FollowedChain = {
  end: null,
  checked: 0,
  links: 0,
  tape: [],
  newest: null,
  wrong: null,
  isSilent: false,
};

/** Follows the chain through a further answer of the exchange. */
export function followChain(chain: FollowedChain, answer: CallData<Calls['getTickChain']>): FollowedChain {
  if (chain.wrong !== null) return chain;
  const { records, time } = answer;
  const { checked, links, end, wrong } = checkTickChain(records.map(recordOf), chain.end);
  const held = records.slice(0, checked);
  const newest = held.at(-1) ?? chain.newest;
  return {
    end,
    checked: chain.checked + checked,
    links: chain.links + links,
    tape: [...chain.tape, ...held.map(({ no, hash }) => ({ no, hash }))].slice(-TAPE_LENGTH),
    newest,
    wrong,
    isSilent: newest !== null && time - newest.chainedMs > SILENT_MS,
  };
}

function recordOf({ quotes, ...record }: TickChainRecord) {
  return {
    ...record,
    quotes: quotes.map(([venueId, symbolId, bidTicks, askTicks, venueTimeMs]) => ({
      venueId,
      symbolId,
      bidTicks,
      askTicks,
      venueTimeMs,
    })),
  };
}
