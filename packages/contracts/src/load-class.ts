import type { Operation } from './contract.ts'

/**
 * Class of an operation for load shedding. `bulk` (exports, imports, replays) is refused first, then `reading` (lists, searches, and other
 * dashboard actions). `sending` is refused last.
 */
export type LoadClass = 'bulk' | 'reading' | 'sending'

/** All classes, in the order in which they are refused. */
export const loadClasses: readonly LoadClass[] = ['bulk', 'reading', 'sending']

/** Returns an operation's class: `bulk` if declared, else derived from its scope. */
export function loadClassOf({ bulk, scope }: Pick<Operation, 'bulk' | 'scope'>): LoadClass {
  if (bulk) return 'bulk'
  return scope === 'send' ? 'sending' : 'reading'
}
