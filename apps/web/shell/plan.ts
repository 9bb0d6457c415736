import type { LucideIcon } from 'lucide-react';
import { createContext, use } from 'react';
import type { RawSearch } from '../common/search-params.ts';
import {
  type ClosedScreen,
  type EntryDeclaration,
  footerColumns,
  type MenuName,
  type Screen,
  type ShellPart,
} from './screen.ts';

export interface MenuEntry {
  /** Also the id of its text: `menu.<id>`. */
  readonly id: string;
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  /** False: the product is not open yet. It is shown muted and leads to the page that says so. */
  readonly open: boolean;
  readonly icon?: LucideIcon;
  readonly forMerchants: boolean;
  readonly children?: readonly MenuEntry[];
  /** Its own text, where operators gave it one. */
  readonly text?: string;
  /** True for an address that opens in a new window. */
  readonly isExternal?: boolean;
  /** The article that it opens, by the page's language. */
  readonly articleCode?: string;
}

/** The shell's view of the declared screens. */
export interface ShellPlan {
  /** The entries of a menu in their order. */
  menu(name: MenuName): readonly MenuEntry[];
  /** The open or closed screen at a path; null for an unknown path. */
  screenAt(path: string): Screen | ClosedScreen | null;
  /**
   * The open page that a parent address leads to: the first one below it, or the page that it stands beside where those
   * below take parameters. Null for an address that is open, or that has nothing open below it.
   */
  openBelow(path: string): string | null;
  /** True for a part of the shell that is shown at a path. */
  shows(part: ShellPart, path: string): boolean;
  /** The id of the window's title; null where the screen writes its own. */
  titleAt(path: string, search: RawSearch): string | null;
  /** The entry that a closed address belongs to: one of the same product, with the same search. */
  closedEntryAt(path: string, search: RawSearch): MenuEntry | null;
}

const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The router's syntax: `$name` is one part of a path, and `$` at the end is the rest of it, if any. */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^{}()|[\]\\]/g, '\\$&');
  const source = escaped.replace(/\/\$$/, '(/.*)?').replace(/\$\w+/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

const isOpen = (screen: Screen | ClosedScreen): screen is Screen => 'component' in screen;

function entryOf(screen: Screen | ClosedScreen, declared: EntryDeclaration): MenuEntry {
  const { id, search, icon, isClosed = false, forMerchants = false } = declared;
  return {
    id,
    path: isOpen(screen) ? screen.path : screen.paths[0],
    open: isOpen(screen) && !isClosed,
    forMerchants,
    ...(search === undefined ? {} : { search }),
    ...(icon === undefined ? {} : { icon }),
  };
}

/** Derives menus, titles and the shell's parts from the screens. Of two that match a path, the first counts. */
export function planOf(screens: readonly (Screen | ClosedScreen)[]): ShellPlan {
  const patterns = screens.flatMap((screen) =>
    (isOpen(screen) ? [screen.path] : screen.paths).map((path) => ({ pattern: patternOf(path), screen })),
  );
  const placed = screens
    .flatMap((screen) => (screen.entries ?? []).map((declared) => ({ screen, declared })))
    .toSorted((left, right) => left.declared.order - right.declared.order);
  const menu = (name: MenuName) =>
    placed
      .filter(({ declared }) => declared.menu === name)
      .map(({ screen, declared }) => entryOf(screen, declared));

  const trade = menu('top.trade');
  const menus = new Map<MenuName, readonly MenuEntry[]>([
    ['top', menu('top').map((entry) => (entry.id === 'trade' ? { ...entry, children: trade } : entry))],
    ['top.trade', trade],
    ['bottom', menu('bottom')],
    ['assets', menu('assets')],
    ['account', menu('account')],
    ...footerColumns.map((column) => [`footer.${column}` as const, menu(`footer.${column}`)] as const),
  ]);
  const listed = [...menus].filter(([name]) => name !== 'bottom').flatMap(([, entries]) => entries);

  const screenAt = (path: string) => {
    const trimmed = trimSlash(path);
    return patterns.find(({ pattern }) => pattern.test(trimmed))?.screen ?? null;
  };
  const openPaths = screens.filter(isOpen).map(({ path }) => path);
  const openBelow = (path: string): string | null => {
    const trimmed = trimSlash(path);
    const found = screenAt(trimmed);
    if (found !== null && isOpen(found)) return null;
    const below = openPaths.filter((open) => open.startsWith(`${trimmed}/`));
    if (below.length === 0) return null;
    const plain = below.find((open) => !open.includes('$'));
    const beside = openPaths.find((open) => open === trimmed.slice(0, trimmed.lastIndexOf('/')));
    return plain ?? beside ?? null;
  };
  return {
    menu: (name) => menus.get(name) ?? [],
    screenAt,
    openBelow,
    shows: (part, path) => screenAt(path)?.hides?.includes(part) !== true,
    titleAt(path, search) {
      const found = screenAt(path);
      return found !== null && isOpen(found) ? found.title(found.search(search)) : 'shell.closed.title';
    },
    closedEntryAt(path, search) {
      const product = path.split('/')[1];
      const candidates = listed.filter((entry) => !entry.open && entry.path.split('/')[1] === product);
      const here = candidates.filter((entry) => entry.path === path);
      const hasSameSearch = (entry: MenuEntry) =>
        entry.search !== undefined &&
        Object.entries(entry.search).every(([key, value]) => search[key] === value);
      return (
        here.find(hasSameSearch) ??
        here.find((entry) => entry.search === undefined) ??
        candidates.find((entry) => entry.search === undefined) ??
        null
      );
    },
  };
}

/** The open screen at a path; null where there is none. */
export function openScreenAt(plan: ShellPlan, path: string): Screen | null {
  const found = plan.screenAt(path);
  return found !== null && isOpen(found) ? found : null;
}

const PlanContext = createContext<ShellPlan | null>(null);
export const PlanProvider = PlanContext.Provider;

/** The plan of the app. @throws Error outside of the provider. */
export function usePlan(): ShellPlan {
  const plan = use(PlanContext);
  if (plan === null) throw new Error('no plan: the provider is missing');
  return plan;
}
