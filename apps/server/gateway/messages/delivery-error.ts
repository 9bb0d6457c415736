/**
 * A message was not accepted. The message of the error is made of our own words and of numbers: it is kept with the job,
 * and what another machine said may repeat the text of the message.
 */
export class DeliveryError extends Error {
  /** True if another attempt would fail as well: there is no such recipient. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal = false) {
    super(reason);
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
  }
}
