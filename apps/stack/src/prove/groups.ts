import { acceptance } from './acceptance/group.ts'
import { addresses } from './addresses/group.ts'
import type { Group } from './check.ts'
import { inputs } from './inputs/group.ts'
import { limits } from './limits/group.ts'
import { operations } from './operations/group.ts'
import { outbox } from './outbox/group.ts'
import { tenants } from './tenants/group.ts'

/** Every group of acceptance checks, in the order of the design. */
export const groups: readonly Group[] = [acceptance, outbox, addresses, limits, tenants, inputs, operations]
