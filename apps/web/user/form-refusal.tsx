import { TriangleAlert } from 'lucide-react';

/** The server's error for a form as a whole, above its button. */
export function FormRefusal({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && (
        <p className="flex items-start gap-2 border-l-2 border-warn pl-3 text-14 text-ink">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
          {text}
        </p>
      )}
    </div>
  );
}
