import { acceptance } from './acceptance/group.ts'
import { addresses } from './addresses/group.ts'
import { attacks } from './attacks/group.ts'
import { dashboard } from './dashboard/group.ts'
import { inbound } from './inbound/group.ts'
import { inputs } from './inputs/group.ts'
import { limits } from './limits/group.ts'
import { operations } from './operations/group.ts'
import { outbox } from './outbox/group.ts'
import type { Group } from './proof.ts'
import { scale } from './scale/group.ts'
import { sending } from './sending/group.ts'
import { tenants } from './tenants/group.ts'
import { webhooks } from './webhooks/group.ts'

export const groups: readonly Group[] = [
  acceptance,
  outbox,
  sending,
  inbound,
  webhooks,
  addresses,
  limits,
  tenants,
  inputs,
  attacks,
  operations,
  dashboard,
  scale,
]
