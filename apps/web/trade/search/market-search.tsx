import { IconButton } from '@candor/ui';
import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSlashKey } from './slash-key.ts';

const SearchDialog = lazy(() =>
  import('./search-dialog.tsx').then((module) => ({ default: module.SearchDialog })),
);

/** The search over all markets of all products: a button, and the key `/`. */
export function MarketSearch() {
  const intl = useIntl();
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const start = useCallback(() => {
    setOpened(true);
    setOpen(true);
  }, []);
  useSlashKey(start);
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
