import { type MessageEvent, messageState, messageTransitions, outcomeUnknownTransitions } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'

const intro = `The whole life of a message: each row a state, each column what can happen, each cell the state after it. An empty cell means that it
changes nothing: late, repeated or reordered acknowledgements are no-ops, and what the provider has taken never goes back to the queue.`

const notes = `\`read\` without \`delivered\` fills the times of both. Incoming messages are \`received\`, then \`read\`. \`failed\` with
\`message:outcome_unknown\` means that the provider's answer was lost and no status came within the hold: it is the one failure that news
of the provider still raises (last row).`

/** The page of the states of a message. */
export const statesPage = (): string => {
  const events = Object.keys(messageTransitions.queued) as MessageEvent[]
  const row = (name: string, after: Record<MessageEvent, string | null>) => [
    name,
    ...events.map((event) => after[event] ?? ''),
  ]
  const rows = messageState.options.map((state) => row(code(state), messageTransitions[state]))
  const all = [...rows, row('`failed`, outcome unknown', outcomeUnknownTransitions)]
  return page('States of a message', [intro, table(['State', ...events], all), notes])
}
