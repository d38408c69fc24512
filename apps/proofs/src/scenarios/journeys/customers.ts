import { until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'

export type Message = { id: string; chat: string; status: string; type: string; message?: string; quote?: string }

export type Chat = {
  id: string
  status: string
  unreadCount: number
  assignee: { email: string } | null
  labels: { name: string }[]
  lastMessage: { message: string | null } | null
}

let people = 0

/** Returns a phone number that no other test uses. */
export const newCustomer = (): string => phoneOf(800_000 + ++people)

/** Sends a message from a customer. Returns it once it is stored. */
export async function write(
  system: RunningSystem,
  from: string,
  message: string | { type: string; content: object; replyTo?: string },
): Promise<Message> {
  const known = (await written(system, from)).map(({ id }) => id)
  const said = typeof message === 'string' ? { text: message } : message
  await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message: { from, ...said } } })
  const added = async () => (await written(system, from)).find(({ id }) => !known.includes(id))
  return until(added, { describe: `the message of ${from}` })
}

/** Returns the messages from a customer. */
const written = (system: RunningSystem, phone: string): Promise<Message[]> =>
  system.ok<Message[]>('GET', `/v1/messages?direction=in&phone=${encodeURIComponent(phone)}`)

/** Waits until a message has one of these statuses. */
export async function reaches<T extends Message = Message>(
  system: RunningSystem,
  id: string,
  ...statuses: string[]
): Promise<T> {
  return until(
    async () => {
      const message = await system.ok<T>('GET', `/v1/messages/${id}`)
      return statuses.includes(message.status) ? message : undefined
    },
    { describe: `message ${id} to be ${statuses.join(' or ')}` },
  )
}
