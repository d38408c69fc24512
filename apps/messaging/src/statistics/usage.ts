import type { Verb } from '@posthorn/chassis'
import { type messaging, usualMs } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { countByPrice, countMessages } from './usage.sql.ts'

const dayMs = 86_400_000

/** The end of the current day, UTC: usage is counted in whole days. */
const endOfToday = () => new Date(Math.ceil(Date.now() / dayMs) * dayMs)

/** Counts messages in and out per day, number and kind, and those with a price by its category. */
export const usage: Verb<typeof messaging.statistics.usage, MessagingRuntime> = async ({ ctx, input }) => {
  const to = input.to ? new Date(input.to) : endOfToday()
  const from = input.from ? new Date(input.from) : new Date(to.getTime() - usualMs.day)
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  const range = { workspace: ctx.workspace, from, to, numbers }
  const days = await countMessages(ctx.em, range)
  const pricing = await countByPrice(ctx.em, range)
  return { from: from.toISOString(), to: to.toISOString(), days, pricing }
}
