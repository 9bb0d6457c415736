import type { CSSProperties } from 'react';

/** Three dots that come and go: work under way. Still under reduced motion. */
export function Working({ label }: { label: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-1">
      <span className="sr-only">{label}</span>
      {[0, 1, 2].map((i) => (
        <span
          key={i}
          aria-hidden="true"
          style={{ '--i': i } as CSSProperties}
          className="working-dot size-1 rounded-full bg-current"
        />
      ))}
    </span>
  );
}
