/** Returns an error's message, for the log or the other end of a connection. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
