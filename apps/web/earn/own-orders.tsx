import { Tab, TabList, TabPanel, Tabs, useText } from '@candor/ui';
import { DaysFilter } from '../records/days-filter.tsx';
import { OrdersFile } from './orders-file.tsx';
import { OrdersTable } from './orders-table.tsx';
import { OwnFigures } from './own-figures.tsx';
import type { EarnProduct, EarnStatus } from './product.ts';
import { earnStatuses } from './search.ts';

const ALL = 'all';
const VIEWS = [ALL, ...earnStatuses] as const;

interface OwnOrdersProps {
  readonly product: EarnProduct;
  readonly status: EarnStatus | undefined;
  readonly onStatusChange: (status: EarnStatus | undefined) => void;
}

/** The user's orders of a product: their sums, and the list of a status and of some days. */
export function OwnOrders({ product, status, onStatusChange }: OwnOrdersProps) {
  const text = useText();
  return (
    <>
      <OwnFigures product={product} />
      <DaysFilter>
        {(fields) => (
          <Tabs
            value={status ?? ALL}
            onValueChange={(view) => onStatusChange(view === ALL ? undefined : view)}
            className="flex flex-col gap-4"
          >
            <TabList label={text('earn.status')}>
              {VIEWS.map((view) => (
                <Tab key={view} value={view}>
                  {text(`earn.status.${view}`)}
                </Tab>
              ))}
            </TabList>
            <div className="flex flex-wrap items-end justify-between gap-3">
              {fields}
              <OrdersFile product={product} status={status} />
            </div>
            {VIEWS.map((view) => (
              <TabPanel key={view} value={view}>
                <OrdersTable product={product} status={view === ALL ? undefined : view} />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </DaysFilter>
    </>
  );
}
