/** What an error says, for the log or the other end of a line. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
