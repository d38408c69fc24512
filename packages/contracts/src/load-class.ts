import type { Operation } from './contract.ts'

/**
 * What gives way first when there is more to do than can be done: `bulk` (exports, imports, replays and the like, which can wait), then
 * `reading` (lists, searches, and what people do in a dashboard), then `sending`.
 */
export type LoadClass = 'bulk' | 'reading' | 'sending'

/** All classes, in the order in which they give way. */
export const loadClasses: readonly LoadClass[] = ['bulk', 'reading', 'sending']

/** The class of an operation: as it says itself, else by its scope. */
export function loadClassOf({ bulk, scope }: Pick<Operation, 'bulk' | 'scope'>): LoadClass {
  if (bulk) return 'bulk'
  return scope === 'send' ? 'sending' : 'reading'
}
