import { listPage, type Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey, type ApiKeyRow } from '../entities/api-key.ts'
import { withinNumbers } from './find.ts'
import { presentKey } from './present.ts'

/** Lists the keys of the caller's workspace, newest first. */
export const list: Verb<typeof accounts.keys.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<ApiKeyRow>(ctx, input, {
    entity: ApiKey,
    list: 'keys',
    order: { column: 'id', direction: 'desc' },
    where: withinNumbers(ctx.call),
  })
  return { items: page.rows.map(presentKey), next: page.next }
}
