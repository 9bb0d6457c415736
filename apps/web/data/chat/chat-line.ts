/** Tells a page that something of its user's conversations changed. Never the text itself. */
export interface ChatLine {
  open(begin: {
    readonly url: string;
    readonly user: string;
    readonly token: string;
    readonly topic: string;
  }): void;
  /** Tries again immediately where the connection was lost. */
  wake(): void;
  close(): void;
}

export interface ChatLineEvents {
  /** Called each time that the line has begun. */
  readonly onConnected: () => void;
  readonly onHint: (hint: unknown) => void;
}
