import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { type AnswerRow, countAnswers } from './answers.sql.ts'

const usualDays = 7
const dayMs = 86_400_000

/** Counts messages and measures how fast customers are answered. */
export const answers: Verb<typeof messaging.statistics.answers, MessagingRuntime> = async ({ ctx, input }) => {
  const to = input.to ? new Date(input.to) : new Date()
  const from = input.from ? new Date(input.from) : new Date(to.getTime() - usualDays * dayMs)
  const allowed = ctx.call.numbers as string[] | undefined
  const numbers = input.number?.filter((number) => !allowed || allowed.includes(number)) ?? allowed ?? null
  const { interval } = input
  const range = { workspace: ctx.workspace, from, to, numbers, interval }
  const rows = await ctx.runtime.db.transaction((em) => countAnswers(em, range))
  const total = rows.find(({ bucket, number, member }) => bucket === null && number === null && member === null)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    total: total ? present(total) : { in: 0, out: 0, answers: 0, answerMs: null },
    buckets: rows.flatMap((row) => (row.bucket === null ? [] : [{ from: row.bucket, ...present(row) }])),
    numbers: rows.flatMap((row) => (row.number === null ? [] : [{ number: row.number, ...present(row) }])),
    members: rows.flatMap((row) => {
      if (row.member === null) return []
      const { out, answers: count, answerMs } = present(row)
      return [{ member: row.member, name: row.name, out, answers: count, answerMs }]
    }),
  }
}

function present({ in: incoming, out, answers: count, spread }: AnswerRow) {
  const [p50, p90] = (spread ?? []).map((ms) => Math.max(0, Math.round(ms)))
  const answerMs = p50 === undefined || p90 === undefined ? null : { p50, p90 }
  return { in: incoming, out, answers: count, answerMs }
}
