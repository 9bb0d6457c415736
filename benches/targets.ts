/**
 * The least ratio that each row is meant to reach: so many times its peer, or 1 where the row's note names a target of
 * its own kind, such as milliseconds or bytes.
 */
export const targets: Readonly<Record<string, number>> = {
  book: 2,
  'book-vs-npm': 20,
  kernel: 1,
  'kernel-vs-npm': 15,
  'kernel-realistic': 3,
  'kernel-realistic-p999': 1,
  'kernel-realistic-pause': 1,
  'http-durable': 0.6,
  'http-projected': 0.35,
  'http-vs-tx': 4,
  'http-slow-disk': 3,
  'ack-p99': 1,
  journal: 150,
  recovery: 1,
  snapshot: 1,
  projections: 1,
  'memory-order': 1,
  'memory-account': 1,
  'liquidation-sweep': 1,
  'liquidation-sweep-several': 1,
  'margin-sweep': 1,
  'fanout-1000': 1.3,
  'fanout-5000': 1.3,
  'fanout-stalled': 1,
  'fanout-stalled-memory': 1,
  'noisy-neighbour': 1,
};
