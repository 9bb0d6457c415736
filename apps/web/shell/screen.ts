import type { CustomerRoom } from '@candor/i18n';
import type { RouteComponent } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { RawSearch } from '../common/search-params.ts';
import type { Services } from '../data/index.ts';

/** The link columns of the footer, in their order. */
export const footerColumns = ['markets', 'flash', 'earn', 'company'] as const;

/** A menu of the shell. `top.trade` is the list that opens below the entry `trade` of the top menu. */
export type MenuName =
  | 'top'
  | 'top.trade'
  | 'bottom'
  | 'assets'
  | 'account'
  | `footer.${(typeof footerColumns)[number]}`;

/** Entry of a menu that leads to a screen. */
export interface EntryDeclaration {
  readonly menu: MenuName;
  /** Entries of a menu are sorted by it, ascending. */
  readonly order: number;
  /** Also the id of the entry's text: `menu.<id>`, in the bottom bar `shell.bottomBar.<id>`. */
  readonly id: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The icon of an entry of the bottom bar. */
  readonly icon?: LucideIcon;
  /** True for a panel of an open screen that is not open yet. */
  readonly isClosed?: boolean;
  readonly forMerchants?: boolean;
}

export type ShellPart = 'topBar' | 'footer' | 'bottomBar';

/** A component whose code is loaded on its own, as by `lazyPage`. */
export type Preloaded = Pick<RouteComponent, 'preload'>;

interface ScreenTraits {
  readonly entries?: readonly EntryDeclaration[];
  /** The parts of the shell that the screen does without. */
  readonly hides?: readonly ShellPart[];
  /** True for a screen that takes the whole width of the window. */
  readonly isWide?: boolean;
}

/** People who may enter; null for everybody. */
export type Guard = 'users' | 'visitors' | null;

/** A screen of the app. The router, the menus, the shell's parts and the window's title follow from it. */
export interface Screen<Path extends string = string, Search extends object = object> extends ScreenTraits {
  readonly path: Path;
  /** Reads the part of the address after the question mark; unknown keys and values are left out. */
  search(raw: RawSearch): Search;
  readonly component: RouteComponent;
  /** Lazy components that only some addresses of the screen show; an address is shown once its own are loaded. */
  parts?(search: Search): readonly Preloaded[];
  /** Rooms of messages that the screen shows at an address; they are loaded before its first paint. */
  messages(search: Search): readonly CustomerRoom[];
  /** The id of the window's title; null for a screen that writes its own, such as a live price. */
  title(search: Search): string | null;
  /** Guards an address: visitors who meet `users` log in first, users who meet `visitors` are led home. */
  guard(search: Search): Guard;
  /** Sends requests as soon as the address is known, while the code of the screen is still loading. */
  firstRequests?(services: Services, search: Search): void;
}

/** Addresses of a product that is not open yet: its page says so. `paths` are in the router's syntax. */
export interface ClosedScreen extends ScreenTraits {
  readonly paths: readonly [string, ...string[]];
}

/** A screen as its room writes it. */
export interface ScreenDeclaration<Path extends string, Search extends object> extends ScreenTraits {
  readonly path: Path;
  readonly search?: (raw: RawSearch) => Search;
  readonly component: RouteComponent;
  readonly parts?: (search: Search) => readonly Preloaded[];
  readonly messages: readonly CustomerRoom[] | ((search: Search) => readonly CustomerRoom[]);
  readonly title: string | null | ((search: Search) => string);
  readonly guard?: 'users' | 'visitors' | ((search: Search) => Guard);
  readonly firstRequests?: (services: Services, search: Search) => void;
  /**
   * False for a screen that is shown before the texts of errors are there: it names none of them itself, and what a call
   * is refused with comes in the server's words. `apps/web/app/error-texts.test.ts` reads its code.
   */
  readonly namesErrors?: false;
}

/** Loads the texts of errors beside the rooms of a screen that names some. */
const withErrors = (rooms: readonly CustomerRoom[]): readonly CustomerRoom[] => ['error', ...rooms];

/** Declares a screen; its path and its search are typed in every link to it. */
export function screen<const Path extends string, Search extends object = Record<never, never>>(
  declaration: ScreenDeclaration<Path, Search>,
): Screen<Path, Search> {
  const { search = () => ({}) as Search, messages, title, guard = null, namesErrors = true } = declaration;
  const roomsAt = typeof messages === 'function' ? messages : () => messages;
  return {
    ...declaration,
    search,
    guard: typeof guard === 'function' ? guard : () => guard,
    messages: namesErrors ? (found) => withErrors(roomsAt(found)) : roomsAt,
    title: typeof title === 'function' ? title : () => title,
  };
}
