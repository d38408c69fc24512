import type { Scenario } from './bench.ts'
import { accept } from './scenarios/accept.ts'
import { batch } from './scenarios/batch.ts'
import { deliveries } from './scenarios/deliveries.ts'
import { dialect } from './scenarios/dialect.ts'
import { documentation } from './scenarios/documentation.ts'
import { flow } from './scenarios/flow.ts'
import { footprint } from './scenarios/footprint.ts'
import { growth } from './scenarios/growth.ts'
import { imports } from './scenarios/import.ts'
import { latency } from './scenarios/latency.ts'
import { listing } from './scenarios/lists.ts'
import { replicas } from './scenarios/replicas.ts'
import { start } from './scenarios/start.ts'
import { stream } from './scenarios/stream.ts'

/** Everything that is measured, in the order of a whole run. */
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
