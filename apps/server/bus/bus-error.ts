/** Why a request got no answer, or a line to the bus was not made. */
export type BusErrorCode =
  /** Nobody responds to the subject: nothing was done. */
  | 'NOBODY_ANSWERS'
  /** No answer in time: the responder may have done it or do it yet. */
  | 'TIMED_OUT'
  /** The line to the bus or to the responder is lost: the responder may have done it. */
  | 'LOST'
  /** The responder threw; the message is its own. */
  | 'FAILED'
  /** The hub did not answer within the time given to connect. */
  | 'UNREACHABLE'
  /** The hub speaks another version of the wire. */
  | 'OTHER_VERSION';

export class BusError extends Error {
  readonly code: BusErrorCode;

  constructor(code: BusErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'BusError';
    this.code = code;
  }
}

export const nobodyAnswers = (subject: string) => new BusError('NOBODY_ANSWERS', `nobody answers ${subject}`);
export const lineLost = () => new BusError('LOST', 'the line to the bus is lost');
export const timedOut = (subject: string) => new BusError('TIMED_OUT', `${subject} was not answered in time`);

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
