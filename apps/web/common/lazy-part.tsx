import { Button, Dialog, loadFile } from '@candor/ui';
import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

interface BoundaryProps {
  readonly lost: ReactNode;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { readonly isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError = () => ({ isLost: true });

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    return this.state.isLost ? this.props.lost : this.props.children;
  }
}

/**
 * A part of a page whose code is loaded when the part is first shown, within a `Suspense`. Where the code is lost, `Lost`
 * stands in its place, and the page around it stays.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Lost: ComponentType<Props>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => loadFile(async () => ({ default: await load() })));
  return function LazyPart(props: Props) {
    return (
      <Boundary lost={<Lost {...props} />}>
        <Part {...props} />
      </Boundary>
    );
  };
}

/** In place of a bar or a list that a page can do without. */
export const NothingLost = () => null;

interface OverlayProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** In place of a dialog whose code was lost. */
export function LostDialog({ open, onOpenChange }: OverlayProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<FormattedMessage id="shell.errorPage.title" />}>
      <p className="text-14 text-ink-2">
        <FormattedMessage id="ui.error.fileLost" />
      </p>
      <Button className="mt-4" data-reload onClick={() => location.reload()}>
        <FormattedMessage id="shell.errorPage.reload" />
      </Button>
    </Dialog>
  );
}
