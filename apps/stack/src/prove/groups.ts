import { acceptance } from './acceptance/group.ts'
import type { Group } from './check.ts'
import { outbox } from './outbox/group.ts'

/** Every group of acceptance checks, in the order of the design. */
export const groups: readonly Group[] = [acceptance, outbox]
