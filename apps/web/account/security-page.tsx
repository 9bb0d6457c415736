import { useIntl } from 'react-intl';
import { usePageTitle } from '../shell/page-title.ts';
import { Devices } from './devices.tsx';

/** The security settings of the user's account. */
export function SecurityPage() {
  const intl = useIntl();
  usePageTitle('menu.security');
  return (
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-6 px-4 pt-6 pb-16 sm:px-5 lg:pt-8">
      <h1 className="text-20 font-semibold">{intl.formatMessage({ id: 'menu.security' })}</h1>
      <Devices />
    </div>
  );
}
