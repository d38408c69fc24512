import { defineService, type ServiceDefinition } from '@posthorn/chassis'
import { config } from './config.ts'
import { createDeps, type GatewayDeps } from './deps.ts'
import { createEdge } from './edge.ts'
import { ApiKey } from './entities/api-key.ts'
import { Member } from './entities/member.ts'
import { Workspace } from './entities/workspace.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { forgetBuckets } from './workers/forget-buckets.ts'

/** The gateway: the public edge over REST, and the accounts behind it. */
export const gatewayService: ServiceDefinition<typeof config, GatewayDeps> = defineService({
  name: 'gateway',
  config,
  entities: [Workspace, ApiKey, Member],
  migrations,
  deps: createDeps,
  router,
  subscribers: [],
  workers: [forgetBuckets],
  edge: createEdge,
})
