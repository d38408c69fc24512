import { type MessageEvent, messageStatus, messageTransitions, outcomeUnknownTransitions } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'

const intro = `All statuses of a message: each row is a status, each column an event, each cell the status after it. An empty cell means that the event
changes nothing: late, repeated or reordered acknowledgments have no effect, and a message that the provider accepted never returns to the queue.`

const notes = `\`read\` without \`delivered\` fills the times of both. Incoming messages are \`received\`, then \`read\`. \`failed\` with
\`message:outcome_unknown\` means that the response of the provider was lost and no status arrived in time: any later status takes its place (last row).

The provider sends statuses in any order. A message that the recipient's phone confirmed is \`delivered\`, also when \`failed\` is reported before or
after it: \`message:ack\` can follow \`message:failed\`, and \`error\` is then removed.`

/** The page of message statuses. */
export const statusesPage = (): string => {
  const events = Object.keys(messageTransitions.queued) as MessageEvent[]
  const row = (name: string, after: Record<MessageEvent, string | null>) => [
    name,
    ...events.map((event) => after[event] ?? ''),
  ]
  const rows = messageStatus.options.map((status) => row(code(status), messageTransitions[status]))
  const all = [...rows, row('`failed`, outcome unknown', outcomeUnknownTransitions)]
  return page('Statuses of a message', [intro, table(['State', ...events], all), notes])
}
