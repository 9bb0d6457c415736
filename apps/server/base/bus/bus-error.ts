import { CodedError } from '../errors/coded-error.ts';

/** Reasons why a request failed or a connection to the bus was not made. */
export type BusErrorCode =
  /** No responder is registered for the subject: nothing was done. */
  | 'NOBODY_ANSWERS'
  /** No answer arrived in time: the responder may have acted, or may still act. */
  | 'TIMED_OUT'
  /** The connection to the bus or to the responder was lost: the responder may have acted. */
  | 'LOST'
  /** The responder threw; the message is the one it threw. */
  | 'FAILED'
  /** The hub did not answer within the connect timeout. */
  | 'UNREACHABLE'
  /** The hub uses another version of the wire. */
  | 'OTHER_VERSION';

export class BusError extends CodedError<BusErrorCode> {}

export const nobodyAnswers = (subject: string) => new BusError('NOBODY_ANSWERS', `nobody answers ${subject}`);
export const lineLost = () => new BusError('LOST', 'the line to the bus is lost');
export const timedOut = (subject: string) => new BusError('TIMED_OUT', `${subject} was not answered in time`);

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
