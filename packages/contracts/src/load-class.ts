import type { Operation } from './contract.ts'

/**
 * The class of an operation under overload. Refused first is `bulk` (exports, imports, replays), then `reading` (lists, searches, and
 * other actions in a dashboard), then `sending`.
 */
export type LoadClass = 'bulk' | 'reading' | 'sending'

/** All classes, in the order in which they are refused. */
export const loadClasses: readonly LoadClass[] = ['bulk', 'reading', 'sending']

/** Returns the class of an operation: `bulk` as declared, else by its scope. */
export function loadClassOf({ bulk, scope }: Pick<Operation, 'bulk' | 'scope'>): LoadClass {
  if (bulk) return 'bulk'
  return scope === 'send' ? 'sending' : 'reading'
}
