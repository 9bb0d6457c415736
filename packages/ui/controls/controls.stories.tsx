import type { Meta, StoryObj } from '@storybook/react-vite';
import { ChevronDown, LogOut, Settings, Star } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant, buttonClass, IconButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { FilterFold } from './filter-fold.tsx';
import { TextLink } from './link.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from './menu.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { Select } from './select.tsx';
import { PercentSlider } from './slider.tsx';
import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';
import { type Theme, ThemeToggle } from './theme-toggle.tsx';

const meta: Meta = { title: 'Controls' };
export default meta;

type Story = StoryObj;

const variants: ButtonVariant[] = ['primary', 'quiet', 'plain', 'buy', 'sell', 'danger'];

export const Buttons: Story = {
  render: () => (
    <div className="flex flex-col gap-6">
      {(['large', 'medium', 'small'] as const).map((size) => (
        <div key={size} className="flex flex-wrap items-center gap-3">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant === 'buy' ? 'Buy BTC' : variant === 'sell' ? 'Sell BTC' : 'Create account'}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            Disabled
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} loading>
            Create account
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="quiet" icon={<Star aria-hidden="true" className="size-4" strokeWidth={1.75} />}>
          Add to watchlist
        </Button>
        <IconButton label="Add to watchlist">
          <Star aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        <IconButton label="Settings" variant="quiet">
          <Settings aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        <IconButton label="Settings" disabled>
          <Settings aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
        <a href="#register" className={buttonClass('primary', 'medium')}>
          A link that looks like a button
        </a>
      </div>
      <div className="max-w-90">
        <Button variant="buy" size="large" wide>
          Buy BTC
        </Button>
      </div>
    </div>
  ),
};

export const Links: Story = {
  render: () => (
    <p className="max-w-140 text-14 text-ink-2">
      Every settlement comes with a receipt that{' '}
      <TextLink href="#verify">your own browser recomputes</TextLink>. The rules are on{' '}
      <TextLink href="https://example.org" external>
        another page
      </TextLink>
      , and this is a{' '}
      <TextLink href="#quiet" quiet className="underline">
        quiet one
      </TextLink>
      .
    </p>
  ),
};

function CheckboxStates() {
  const [checked, setChecked] = useState(true);
  const noop = () => undefined;
  return (
    <div className="flex flex-col items-start gap-3">
      <Checkbox checked={checked} onCheckedChange={setChecked}>
        Post only
      </Checkbox>
      <Checkbox checked={false} onCheckedChange={noop}>
        Take profit / stop loss
      </Checkbox>
      <Checkbox checked={false} indeterminate onCheckedChange={noop}>
        Some of them
      </Checkbox>
      <Checkbox checked={false} invalid onCheckedChange={noop}>
        I have read the <TextLink href="#terms">terms of service</TextLink>
      </Checkbox>
      <Checkbox checked disabled onCheckedChange={noop}>
        Disabled
      </Checkbox>
    </div>
  );
}
export const Checkboxes: Story = { render: () => <CheckboxStates /> };

function TabsExample() {
  const [tab, setTab] = useState('open');
  const [interval, setInterval] = useState('15m');
  const intervals = ['1m', '5m', '15m', '1h', '4h', '1D', '1W'];
  return (
    <div className="flex flex-col gap-8">
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Orders" end={<TextLink href="#all">All markets</TextLink>}>
          <Tab value="open">
            Open orders <span className="figure">2</span>
          </Tab>
          <Tab value="history">History</Tab>
          <Tab value="fills">Fills</Tab>
          <Tab value="assets" disabled>
            Assets
          </Tab>
        </TabList>
        {['open', 'history', 'fills', 'assets'].map((value) => (
          <TabPanel key={value} value={value} className="py-4 text-ink-2">
            What {value} shows.
          </TabPanel>
        ))}
      </Tabs>
      <Tabs value={interval} onValueChange={setInterval}>
        <TabList label="Interval" size="small" ruled={false}>
          {intervals.map((value) => (
            <Tab key={value} value={value}>
              {value}
            </Tab>
          ))}
        </TabList>
        {intervals.map((value) => (
          <TabPanel key={value} value={value}>
            {null}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
export const TabRows: Story = { render: () => <TabsExample /> };

function SegmentedExample({ side }: { side: 'buy' | 'sell' }) {
  const [value, setValue] = useState<'buy' | 'sell'>(side);
  return (
    <SegmentedControl
      className="w-72"
      label="Side"
      value={value}
      onValueChange={setValue}
      segments={[
        { value: 'buy', label: 'Buy', tone: 'up' },
        { value: 'sell', label: 'Sell', tone: 'down' },
      ]}
    />
  );
}
export const SegmentedControls: Story = {
  render: () => (
    <div className="flex flex-col gap-4">
      <SegmentedExample side="buy" />
      <SegmentedExample side="sell" />
      <SegmentedControl
        className="w-72"
        label="Type"
        value="market"
        onValueChange={() => undefined}
        segments={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
          { value: 'stop', label: 'Stop', disabled: true },
        ]}
      />
    </div>
  ),
};

function SelectExample() {
  const [timeInForce, setTimeInForce] = useState('gtc');
  const [country, setCountry] = useState('de');
  const forces = [
    { value: 'gtc', label: 'GTC', detail: 'until cancelled' },
    { value: 'ioc', label: 'IOC', detail: 'at once or not' },
    { value: 'fok', label: 'FOK', detail: 'all or nothing' },
  ];
  const countries = [
    { value: 'de', label: 'Deutschland', lang: 'de' },
    { value: 'th', label: 'ประเทศไทย', lang: 'th' },
    { value: 'jp', label: '日本', lang: 'ja' },
    { value: 'xx', label: 'Not available', disabled: true },
  ];
  return (
    <div className="flex max-w-80 flex-col items-start gap-6">
      <Select
        label="Time in force"
        variant="plain"
        value={timeInForce}
        onValueChange={setTimeInForce}
        options={forces}
      />
      <Select
        className="w-full"
        label="Country"
        value={country}
        onValueChange={setCountry}
        options={countries}
      />
      <Select
        className="w-full"
        label="Country (disabled)"
        disabled
        value={country}
        onValueChange={setCountry}
        options={countries}
      />
      <Select
        className="w-full"
        label="Decision"
        placeholder="Wählen Sie eine Entscheidung und ihre Begründung, die der Nutzer dann in seiner Sprache liest."
        value=""
        onValueChange={setCountry}
        options={countries}
      />
    </div>
  );
}
export const Selects: Story = { render: () => <SelectExample /> };
export const SelectOpen: Story = {
  render: () => <SelectExample />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('combobox', { name: 'Country' }));
  },
};

function MenuExample() {
  const [language, setLanguage] = useState('en');
  return (
    <div className="flex gap-4">
      <Menu
        trigger={
          <Button variant="plain">
            Account <ChevronDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </Button>
        }
      >
        <MenuItem icon={<Settings aria-hidden="true" className="size-4" strokeWidth={1.75} />}>
          Settings
        </MenuItem>
        <MenuItem link={<a href="#orders">Order centre</a>}>Order centre</MenuItem>
        <MenuItem disabled>Team management</MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut aria-hidden="true" className="size-4" strokeWidth={1.75} />}>
          Log out
        </MenuItem>
      </Menu>
      <Menu trigger={<Button variant="plain">{language.toUpperCase()}</Button>}>
        <MenuChoice
          value={language}
          onValueChange={setLanguage}
          options={[
            { value: 'en', label: 'English', lang: 'en' },
            { value: 'ja', label: '日本語', lang: 'ja' },
            { value: 'th', label: 'ไทย', lang: 'th' },
          ]}
        />
      </Menu>
    </div>
  );
}
export const Menus: Story = { render: () => <MenuExample /> };
export const MenuOpen: Story = {
  render: () => <MenuExample />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Account' }));
  },
};

function SliderExample({ start }: { start: number }) {
  const [percent, setPercent] = useState(start);
  return <PercentSlider label="Share of what is available" value={percent} onValueChange={setPercent} />;
}
export const Sliders: Story = {
  render: () => (
    <div className="flex max-w-80 flex-col gap-2">
      <SliderExample start={0} />
      <SliderExample start={50} />
      <SliderExample start={67} />
      <SliderExample start={100} />
      <PercentSlider label="Disabled" value={25} onValueChange={() => undefined} disabled />
    </div>
  ),
};

function ThemeExample() {
  const [theme, setTheme] = useState<Theme>('day');
  return <ThemeToggle theme={theme} onThemeChange={setTheme} />;
}
export const ThemeSwitch: Story = { render: () => <ThemeExample /> };

export const Filters: Story = {
  render: () => (
    <FilterFold count={2}>
      <form onSubmit={(event) => event.preventDefault()}>
        <Button type="submit" variant="quiet">
          Apply
        </Button>
      </form>
    </FilterFold>
  ),
};
