import { IconButton, useKeys } from '@candor/ui';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })),
);

/** The search over all markets of all products: a button, and the key `/`. */
export function MarketSearch() {
  const intl = useIntl();
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const start = () => {
    setOpened(true);
    setOpen(true);
  };
  useKeys({ '/': start });
  return (
    <>
      <IconButton
        size="small"
        label={intl.formatMessage({ id: 'trade.search.title' })}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={start}
      >
        <Search aria-hidden="true" className="size-4" strokeWidth={1.75} />
      </IconButton>
      {opened && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
