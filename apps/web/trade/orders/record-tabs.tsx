import type { MessageId } from '@candor/i18n';
import { Checkbox, cx, EmptyState, loneLinkClass, Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { PHONE, useMediaQuery } from '../../common/use-media-query.ts';
import { useAccountOld, useSignedIn } from '../../data/index.ts';
import { LoginLink } from '../../shell/login-link.tsx';
import { AskSettings } from '../ask/ask-settings.tsx';
import { OLD_PRICES } from '../market/old-prices.ts';

/** The views that live data fill, whatever the product. */
const LIVE_VIEWS: ReadonlySet<string> = new Set(['open', 'positions', 'assets']);

/** One view below a chart. */
export interface RecordTab {
  readonly value: string;
  /** The message id of its title. */
  readonly title: MessageId;
  /** Number that is open; shown where there is one. */
  readonly count?: number;
  /** Visitors see it too. */
  readonly isPublic?: boolean;
  readonly content: React.ReactNode;
}

export interface RecordTabsProps {
  readonly label: string;
  readonly view: string;
  readonly onView: (view: string) => void;
  readonly tabs: readonly RecordTab[];
  /** Actions of the signed-in user on the view: at the end of its tabs, on phones below them. */
  readonly end?: React.ReactNode;
}

/** The views below a chart: what is of one user asks visitors to sign in. */
export function RecordTabs({ label, view, onView, tabs, end }: RecordTabsProps) {
  const intl = useIntl();
  const signedIn = useSignedIn();
  const isPhone = useMediaQuery(PHONE);
  const isOld = useAccountOld();
  const text = useText();
  return (
    <Tabs value={view} onValueChange={onView} className="flex h-full min-h-0 flex-col">
      <TabList label={label} size="small" className="px-4" end={signedIn && !isPhone && end}>
        {tabs.map(({ value, title, count = 0 }) => (
          <Tab key={value} value={value}>
            {text(title)}
            {count > 0 && (
              <>
                {' '}
                <span className="figure">{intl.formatNumber(count)}</span>
              </>
            )}
          </Tab>
        ))}
      </TabList>
      {signedIn && isPhone && end && <div className="border-b px-4">{end}</div>}
      {tabs.map(({ value, isPublic = false, content }) => (
        <TabPanel
          key={value}
          value={value}
          className={cx('min-h-0 flex-1 overflow-hidden', isOld && LIVE_VIEWS.has(value) && OLD_PRICES)}
        >
          {signedIn || isPublic ? (
            content
          ) : (
            <EmptyState
              title={text('trade.orders.signedOut')}
              action={<LoginLink className={loneLinkClass}>{text('trade.form.login')}</LoginLink>}
            />
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

export interface RecordActsProps {
  readonly onlyThis: boolean;
  /** Left out where there is but this market. */
  readonly onOnlyThis?: (onlyThis: boolean) => void;
  readonly children?: React.ReactNode;
}

/** The choice of this market alone, and what can be done with all that is shown. */
export function RecordActs({ onlyThis, onOnlyThis, children }: RecordActsProps) {
  const intl = useIntl();
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {onOnlyThis !== undefined && (
        <Checkbox checked={onlyThis} onCheckedChange={onOnlyThis}>
          {intl.formatMessage({ id: 'trade.orders.onlyThis' })}
        </Checkbox>
      )}
      {children}
      <AskSettings />
    </span>
  );
}
