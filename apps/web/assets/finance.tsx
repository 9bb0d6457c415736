import { useText } from '@candor/ui';
import { Eye } from '../common/eye.tsx';
import type { FinancePart } from './finance-part.ts';

/** The user's coins in products that earn, product by product. */
export function Finance({ parts }: { readonly parts: readonly FinancePart[] }) {
  const text = useText();
  return (
    <div className="flex flex-col gap-8">
      <span className="flex items-center gap-2">
        <h1 className="text-20 font-semibold">{text('menu.assetsFinance')}</h1>
        <Eye />
      </span>
      {parts.map(({ id, title, Content }) => (
        <section key={id} className="flex flex-col gap-4">
          <h2 className="text-16 font-semibold">{text(title)}</h2>
          <Content />
        </section>
      ))}
    </div>
  );
}
