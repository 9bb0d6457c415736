import type { OperatorCallName } from '@candor/api';
import type { ConsoleRoom } from '@candor/i18n';
import type { RouteComponent } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { RawSearch } from './search.ts';

/** A page of the console. The router, the menu, its heading and the window's title follow from it. */
export interface Desk<Path extends string = string, Search extends object = object> {
  readonly path: Path;
  /** Reads the part of the address after the question mark; unknown keys and values are left out. */
  search(raw: RawSearch): Search;
  readonly component: RouteComponent;
  /** The message id of its heading and of its entry in the menu, in the room `shell`. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** Entries of the menu are sorted by it, ascending. */
  readonly order: number;
  /** The call that fills it: who may not make it does not see the desk. */
  readonly call: OperatorCallName;
  /** The rooms of messages that it shows beside `ui`, `error` and `shell`. */
  readonly messages: readonly ConsoleRoom[];
}

interface DeskDeclaration<Path extends string, Search extends object>
  extends Omit<Desk<Path, Search>, 'search'> {
  readonly search?: (raw: RawSearch) => Search;
}

/** Declares a desk, for operators who are signed in; its path and its search are typed in every link to it. */
export function desk<const Path extends string, Search extends object = Record<never, never>>(
  declaration: DeskDeclaration<Path, Search>,
): Desk<Path, Search> {
  return { search: () => ({}) as Search, ...declaration };
}

/** The desk at a path, with or without a slash at its end; null for an address without one. */
export function deskAt(desks: readonly Desk[], path: string): Desk | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return desks.find((each) => each.path === plain) ?? null;
}
