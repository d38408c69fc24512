import type { Scenario } from '../bench.ts'
import { accept } from './accept.ts'
import { batch } from './batch.ts'
import { deliveries } from './deliveries.ts'
import { dialect } from './dialect.ts'
import { documentation } from './documentation.ts'
import { flow } from './flow.ts'
import { footprint } from './footprint.ts'
import { growth } from './growth.ts'
import { imports } from './import.ts'
import { latency } from './latency.ts'
import { listing } from './lists.ts'
import { replicas } from './replicas.ts'
import { start } from './start.ts'
import { stream } from './stream.ts'

export const scenarios: readonly Scenario[] = [
  accept,
  batch,
  latency,
  flow,
  deliveries,
  listing,
  dialect,
  documentation,
  growth,
  footprint,
  start,
  stream,
  replicas,
  imports,
]
