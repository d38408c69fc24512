import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { countMessages } from './usage.sql.ts'

const dayMs = 86_400_000

/** Messages in and out on one day; a key for some numbers counts theirs. */
export const ofDay: Verb<typeof messaging.statistics.ofDay, MessagingRuntime> = async ({ ctx, input }) => {
  const from = new Date(`${input.day}T00:00:00.000Z`)
  const to = new Date(from.getTime() + dayMs)
  const numbers = (ctx.call.numbers as string[] | undefined) ?? null
  const rows = await countMessages(ctx.em, { workspace: ctx.workspace, from, to, numbers })
  const sum = (way: 'in' | 'out') => rows.reduce((all, row) => all + row[way], 0)
  return { in: sum('in'), out: sum('out') }
}
