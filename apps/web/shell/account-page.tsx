import { useText } from '@candor/ui';
import type { ReactNode } from 'react';
import { useUser } from '../data/index.ts';
import { accountEntries } from './account-entries.ts';
import { PanelPage } from './panel-page.tsx';
import { usePlan } from './plan.ts';

export interface AccountPageProps {
  /** The id of its entry in the account menu. */
  readonly current: string;
  readonly children: ReactNode;
}

/** A page of the account centre, beside the menu of its pages. */
export function AccountPage({ current, children }: AccountPageProps) {
  const text = useText();
  const user = useUser();
  return (
    <PanelPage label={text('menu.account')} entries={accountEntries(usePlan(), user)} current={current}>
      {children}
    </PanelPage>
  );
}
