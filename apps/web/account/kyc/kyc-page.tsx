import { useText } from '@candor/ui';
import { Levels } from './levels.tsx';

/** The identity check in the account centre. */
export function KycPage() {
  const text = useText();
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-3 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
      <h1 className="text-20 font-semibold">{text('menu.verification')}</h1>
      <Levels />
    </div>
  );
}
