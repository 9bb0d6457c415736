const MAX_SENTENCE = 200;

/**
 * A message was not accepted. The message of the error is made of our own words and of numbers: it is kept with the job,
 * and what another machine said may repeat the text of the message.
 */
export class DeliveryError extends Error {
  /** True if another attempt would fail as well: there is no such recipient. */
  readonly isFinal: boolean;
  /** The server’s own sentence for the log, without what it may repeat: addresses, codes and links. */
  readonly sentence: string;

  constructor(reason: string, isFinal = false, said = '') {
    super(reason);
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
    this.sentence = sentenceOf(said);
  }
}

function sentenceOf(said: string): string {
  return said
    .slice(0, 2 * MAX_SENTENCE)
    .replace(/\S*[@/]\S*/g, '…')
    .replace(/\S*\d{4,}\S*/g, '…')
    .replace(/[\w-]{24,}/g, '…')
    .replace(/[^\x20-\x7e…]+/g, ' ')
    .slice(0, MAX_SENTENCE);
}
