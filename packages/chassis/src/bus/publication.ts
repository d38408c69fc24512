import type { Bus } from './bus.ts'
import { errorTextOf } from './inbox.ts'
import { groupIntoMessages } from './messages.ts'
import { isBusUnavailable, isRefused } from './publish-error.ts'
import type { OutboxRow, Published } from './relay.sql.ts'
import { publishedAs } from './stream-check.ts'

/** A row that the bus did not take while it takes others. */
export type FailedRow = { id: string; kind: string; error: string; isRefused: boolean }

/** Outcome of rows: those that the bus took, its answers, those that failed, and why the others were not published: the bus takes none. */
export type Publication = {
  published: Published[]
  answers: Answer[]
  failed: FailedRow[]
  unavailable: unknown
}

type Answer = Awaited<ReturnType<Bus['publish']>>

/** Publishes rows in their order. Rows that share a message are published alone when it fails: one of them may be why. */
export async function publishRows(bus: Bus, rows: OutboxRow[]): Promise<Publication> {
  const outcome: Publication = { published: [], answers: [], failed: [], unavailable: undefined }
  await Promise.all(groupIntoMessages(rows).map((message) => publishMessage(bus, message, outcome)))
  return outcome
}

async function publishMessage(bus: Bus, rows: OutboxRow[], outcome: Publication): Promise<void> {
  try {
    const answer = await bus.publish(...rows.map((row) => ({ ...row, id: publishedAs(row) })))
    outcome.answers.push(answer)
    outcome.published.push(...rows.map(({ id }) => ({ id, seq: answer.seq })))
  } catch (err) {
    const [row, ...more] = rows
    if (isBusUnavailable(err)) outcome.unavailable = err
    else if (more.length > 0) for (const each of rows) await publishMessage(bus, [each], outcome)
    else if (row)
      outcome.failed.push({ id: row.id, kind: row.kind, error: errorTextOf(err), isRefused: isRefused(err) })
  }
}
