import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { countDeliveries } from './deliveries.sql.ts'

/** Counts deliveries per day, number and kind; a key limited to numbers sees those of its numbers only. */
export const deliveries: Verb<typeof webhooks.usage.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  const [from, to] = [new Date(input.from), new Date(input.to)]
  return countDeliveries(ctx.em, { workspace: ctx.workspace, from, to, numbers })
}
