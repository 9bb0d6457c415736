import { Dialog } from '@candor/ui';
import { FormattedMessage } from 'react-intl';

/** Customer service: what to know before anybody claims to be it. */
export function SupportDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<FormattedMessage id="shell.support.title" />}>
      <div className="flex flex-col gap-4 text-14 text-ink-2">
        <p>
          <FormattedMessage id="shell.support.notOpen" />
        </p>
        <div>
          <p className="font-semibold text-ink">
            <FormattedMessage id="shell.support.todayTitle" />
          </p>
          <p className="mt-1">
            <FormattedMessage id="shell.support.today" />
          </p>
        </div>
        <div className="border-l-2 border-warn pl-3 text-ink">
          <p className="font-semibold">
            <FormattedMessage id="shell.support.verifyTitle" />
          </p>
          <p className="mt-1 text-ink-2">
            <FormattedMessage id="shell.support.verifyText" />
          </p>
        </div>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {['password', 'approval', 'deposit'].map((id) => (
            <li key={id}>
              <FormattedMessage id={`shell.support.never.${id}`} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
