/** The user whose conversations these are, until they sign out. */
export class ChatSession {
  user: { readonly userId: number; readonly token: string } | null = null;
  /** Topic of the user’s hints; null until the conversations are known. */
  topic: string | null = null;
  #number = 0;

  /** Returns a function that is true once the session of this moment has ended: an answer that comes then says nothing. */
  watch(): () => boolean {
    const number = this.#number;
    return () => number !== this.#number;
  }

  end(): void {
    this.#number += 1;
    this.user = null;
    this.topic = null;
  }
}
