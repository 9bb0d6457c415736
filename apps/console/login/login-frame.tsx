import { Logo } from '@candor/ui';
import { type ReactNode, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { TopControls } from '../shell/top-controls.tsx';

export interface LoginFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The page around the forms of operators who are not let in yet. */
export function LoginFrame({ title, children }: LoginFrameProps) {
  const intl = useIntl();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-96 flex-col px-4">
      <header className="flex h-14 items-center justify-between">
        <Logo />
        <TopControls />
      </header>
      <main className="flex flex-col gap-6 pt-12 pb-16">
        <h1 className="text-28 font-semibold">{title}</h1>
        {children}
        <p className="border-t pt-6 text-13 text-ink-3">{intl.formatMessage({ id: 'console.login.note' })}</p>
      </main>
    </div>
  );
}
