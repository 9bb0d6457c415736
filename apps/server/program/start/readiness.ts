export interface Readiness {
  /** Names a part that the program is not ready without; `reason` is asked at each look and null when all is well. */
  watch(part: string, reason: () => string | null): void;
  /** The start is over: from now on only the watched parts count. */
  started(): void;
  /** True until `started` is called. */
  readonly isStarting: boolean;
  /** Why the program is not ready, per part; empty when it is. */
  reasons(): Readonly<Record<string, string>>;
  /** Says that a reason may have come or gone. */
  changed(): void;
  /** Calls the listener after each `changed`, beside its own looks now and then. */
  onChanged(listener: () => void): void;
}

/** Creates the state behind /readyz. */
export function createReadiness(): Readiness {
  const parts = new Map<string, () => string | null>([['server', () => 'is starting']]);
  const listeners: (() => void)[] = [];
  return {
    watch: (part, reason) => void parts.set(part, reason),
    started: () => void parts.delete('server'),
    get isStarting() {
      return parts.has('server');
    },
    reasons() {
      const reasons = [...parts].map(([part, reason]) => [part, reason()] as const);
      return Object.fromEntries(reasons.filter((entry): entry is [string, string] => entry[1] !== null));
    },
    changed() {
      for (const listener of listeners) listener();
    },
    onChanged: (listener) => void listeners.push(listener),
  };
}
