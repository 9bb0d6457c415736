import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { popupClass, popupItemClass } from '../overlays/popup-class.ts';

export interface MenuProps {
  /** The button that opens it; an element that takes a ref and spreads its props. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  /** Opens under the pointer as well, as a menu bar's entries do. */
  openOnHover?: boolean;
}

/** A menu that drops from its trigger. Arrow keys, Home, End, letters and Esc work. */
export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  openOnHover = false,
}: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} openOnHover={openOnHover} delay={80} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner side={side} align={align} sideOffset={4} className="z-40 outline-none">
          <BaseMenu.Popup
            className={cx(
              popupClass,
              'max-h-(--available-height) min-w-44 max-w-(--available-width) overflow-y-auto py-1',
            )}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export interface MenuItemProps {
  children: ReactNode;
  onSelect?: () => void;
  icon?: ReactNode;
  disabled?: boolean;
  /** A link to render the item as (a router's link); it gets the item's class and role. */
  link?: ReactElement;
  lang?: string;
}

/** One act of a menu, or one link. */
export function MenuItem({ children, onSelect, icon, disabled, link, lang }: MenuItemProps) {
  const content = (
    <>
      {icon && <span className="flex size-4 items-center text-ink-3">{icon}</span>}
      <span className="flex-1">{children}</span>
    </>
  );
  if (link) {
    return (
      <BaseMenu.LinkItem closeOnClick lang={lang} render={link} className={popupItemClass}>
        {content}
      </BaseMenu.LinkItem>
    );
  }
  return (
    <BaseMenu.Item
      disabled={disabled ?? false}
      lang={lang}
      className={popupItemClass}
      onClick={() => onSelect?.()}
    >
      {content}
    </BaseMenu.Item>
  );
}

export interface MenuChoiceProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; lang?: string }[];
}

/** A choice inside a menu: languages, intervals. */
export function MenuChoice<Value extends string>({ value, onValueChange, options }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(next) => onValueChange(next as Value)}>
      {options.map((option) => (
        <BaseMenu.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          closeOnClick
          className={popupItemClass}
        >
          <span className="flex-1">{option.label}</span>
          <span className="flex size-4">
            <BaseMenu.RadioItemIndicator>
              <Check aria-hidden="true" className="size-4 text-accent" strokeWidth={2} />
            </BaseMenu.RadioItemIndicator>
          </span>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 border-t" />;
}
