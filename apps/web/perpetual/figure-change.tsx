/** A figure as it is and as it would be: "717.00 → 409.00". The same figure stands there once. */
export function FigureChange({ before, after }: { readonly before: string; readonly after: string }) {
  if (before === after) return <>{after}</>;
  return (
    <>
      <span className="text-ink-3">{before}</span> <span aria-hidden="true">→</span>{' '}
      <span className="font-semibold">{after}</span>
    </>
  );
}
