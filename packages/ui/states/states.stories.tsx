import type { Meta, StoryObj } from '@storybook/react-vite';
import { Logo, LogoMark } from '../brand/logo.tsx';
import { Button } from '../controls/button.tsx';
import { TextLink } from '../controls/link.tsx';
import { Badge } from './badge.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Loaded } from './loaded.tsx';
import { Ribbon } from './ribbon.tsx';
import { Skeleton, SkeletonText } from './skeleton.tsx';
import { Working } from './working.tsx';

const meta: Meta = { title: 'States' };
export default meta;

type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <EmptyState
      title="Nothing on your watchlist"
      text="Press the star beside a market and it stays here."
      action={
        <Button variant="quiet" size="small">
          See all markets
        </Button>
      }
    />
  ),
};

export const Failed: Story = {
  render: () => (
    <div className="grid gap-6 sm:grid-cols-2">
      <ErrorState
        title="Couldn’t load the markets"
        text="The server did not answer in time. Check your connection, then try again."
        onRetry={() => undefined}
      />
      <ErrorState
        title="Couldn’t load the markets"
        text="The server did not answer in time. Check your connection, then try again."
        onRetry={() => undefined}
        retrying
      />
    </div>
  ),
};

export const Skeletons: Story = {
  render: () => (
    <div className="flex max-w-96 flex-col gap-6">
      <Skeleton className="h-9 w-40" />
      <SkeletonText lines={4} />
      <Working label="Loading" />
    </div>
  ),
};

const idle = { error: null, isFetching: false, refetch: () => undefined };

/** Content that is no table: loading, failed, and there. */
export const LoadedContent: Story = {
  render: () => (
    <div className="grid gap-6 sm:grid-cols-3">
      {[
        { query: idle, data: undefined },
        { query: { ...idle, error: new Error('no connection') }, data: undefined },
        { query: idle, data: 'Insurance fund: 120,000.00 USDT' },
      ].map((state, index) => (
        <Loaded key={index} {...state} skeleton={<SkeletonText lines={4} />}>
          {(words) => <p className="text-14">{words}</p>}
        </Loaded>
      ))}
    </div>
  ),
};

export const Badges: Story = {
  render: () => (
    <div className="flex flex-wrap gap-2">
      <Badge>Under review</Badge>
      <Badge tone="accent">Post only</Badge>
      <Badge tone="warn">Overdue</Badge>
      <Badge tone="up">Long</Badge>
      <Badge tone="down">Short</Badge>
      <Badge tone="seal">Verified</Badge>
    </div>
  ),
};

export const Connections: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-3">
      <ConnectionBadge state="live" latencyMs={48} />
      <ConnectionBadge state="reconnecting" />
      <ConnectionBadge state="stale" />
      <ConnectionBadge state="offline" />
    </div>
  ),
};

export const PracticeRibbon: Story = {
  parameters: { flush: true },
  render: () => (
    <Ribbon end={<ConnectionBadge state="live" latencyMs={48} />}>
      Practice mode. Prices are simulated. No real money. <TextLink href="#how">How it works</TextLink>
    </Ribbon>
  ),
};

export const Brand: Story = {
  render: () => (
    <div className="flex items-center gap-6">
      <Logo />
      <LogoMark className="size-10" />
      <LogoMark className="size-4" />
    </div>
  ),
};
