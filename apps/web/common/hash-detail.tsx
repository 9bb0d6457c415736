/** A hash in a list of details, below its name: a press selects the whole of it. */
export function HashDetail({ label, hash }: { readonly label: string; readonly hash: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-mono text-12 break-all select-all">{hash}</dd>
    </div>
  );
}
