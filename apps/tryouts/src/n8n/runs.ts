import { until } from '@posthorn/testkit'
import type { Trial } from './running-n8n.ts'

/** A workflow of the gallery: what makes it run, and what shows that it worked. A schedule has no `begin`, because it is run at once. */
export type Run = {
  file: string
  startsBy: 'event' | 'webhook' | 'schedule'
  begin?(trial: Trial): Promise<unknown>
  outcome(trial: Trial, requests: readonly string[]): Promise<string>
}

type Sent = { direction: string; message: string | null; type: string }

/** Returns a customer's phone number. Each workflow has customers that no other workflow has. */
const phoneOf = (i: number): string => `+49151200005${String(i).padStart(2, '0')}`

/** Lets a customer write a text, which the simulator delivers like the provider. */
const write = (trial: Trial, from: string, text: string) => simulate(trial, { message: { from, type: 'text', text } })

/** Waits for a message that contains `part`, or is of that type, to be sent to the phone number. Returns what was sent, for the record. */
async function sentTo({ system }: Trial, phone: string, part: string): Promise<string> {
  const find = async () => {
    const messages = await system.ok<Sent[]>('GET', `/v1/messages?phone=${encodeURIComponent(phone)}`)
    return messages.find(
      ({ direction, type, message }) => direction === 'out' && (message?.includes(part) === true || type === part),
    )
  }
  const { message, type } = await until(find, { timeoutMs: 60_000, describe: `a message to ${phone} with «${part}»` })
  return `${phone} got «${message ?? type}»`
}

/**
 * Waits until another program receives a request that contains `part` in its path or body. Returns the beginning of the request for the
 * record, which is plain text, so without the bytes of a file.
 */
async function requested(requests: readonly string[], part: string): Promise<string> {
  const found = await until(() => requests.find((each) => each.includes(part)), {
    timeoutMs: 60_000,
    describe: `a request with «${part}»`,
  })
  return found.replaceAll(/[^\x20-\x7e]+/g, '').slice(0, 100)
}

/** Lets something happen at the provider, such as a status or a call, which the simulator then reports. */
const simulate = ({ system }: Trial, body: object) =>
  system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body })

/** Calls the number, and hangs up before anyone answers. */
async function missCall(trial: Trial, phone: string): Promise<unknown> {
  const { system } = trial
  const called = await system.ok<{ phoneNumberId: string; phone: string }>(
    'GET',
    `/v1/numbers/${system.account.number}`,
  )
  const from = phone.slice(1)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const call = { id: 'wacid.1', from, event: 'terminate', direction: 'USER_INITIATED', timestamp, status: 'FAILED' }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: called.phone, phone_number_id: called.phoneNumberId },
    contacts: [{ profile: { name: 'Ada' }, wa_id: from }],
    calls: [call],
  }
  return simulate(trial, { change: { field: 'calls', value } })
}

/** Posts to n8n's webhook until that succeeds, because it returns 404 until the workflow is active. */
const post = ({ n8n }: Trial, path: string, body: object) =>
  until(
    async () => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).ok
    },
    { timeoutMs: 60_000, describe: `the webhook ${path} of n8n` },
  )

const digestPhone = '+4915120000481'

const fromEvents: readonly Run[] = [
  {
    file: 'assistant-and-handover',
    startsBy: 'event',
    begin: async (trial) => {
      await write(trial, phoneOf(1), 'When do you open?')
      await write(trial, phoneOf(2), 'I want to talk to a person')
    },
    outcome: async (trial) =>
      [
        await sentTo(trial, phoneOf(1), 'We open at nine.'),
        await sentTo(trial, phoneOf(2), 'A colleague will answer'),
      ].join('; '),
  },
  {
    file: 'missed-call',
    startsBy: 'event',
    begin: (trial) => missCall(trial, phoneOf(10)),
    outcome: (trial) => sentTo(trial, phoneOf(10), 'Sorry that we missed'),
  },
  {
    file: 'satisfaction-poll',
    startsBy: 'event',
    begin: async (trial) => {
      await write(trial, phoneOf(3), 'Thank you')
      const { system } = trial
      const [chat] = await until(async () => {
        const found = await system.ok<{ id: string }[]>('GET', `/v1/chats?phone=${encodeURIComponent(phoneOf(3))}`)
        return found.length > 0 && found
      })
      await system.ok('PATCH', `/v1/chats/${chat?.id ?? ''}`, { body: { status: 'resolved' } })
    },
    outcome: (trial) => sentTo(trial, phoneOf(3), 'poll'),
  },
  {
    file: 'crm-sync',
    startsBy: 'event',
    begin: ({ system }) => system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(4), name: 'Grace Hill' } }),
    outcome: (_trial, requests) => requested(requests, 'Grace Hill'),
  },
  {
    file: 'file-intake',
    startsBy: 'event',
    begin: (trial) => simulate(trial, { message: { from: phoneOf(5), type: 'image' } }),
    outcome: async (trial, requests) =>
      [await requested(requests, '/files'), await sentTo(trial, phoneOf(5), 'we have your file')].join('; '),
  },
  {
    file: 'number-alarm',
    startsBy: 'event',
    begin: (trial) => simulate(trial, { account: { quality: 'RED' } }),
    outcome: (_trial, requests) => requested(requests, '"quality":"RED"'),
  },
]

const fromElsewhere: readonly Run[] = [
  {
    file: 'opt-in-form',
    startsBy: 'webhook',
    begin: (trial) => post(trial, 'posthorn-opt-in', { phone: phoneOf(6), name: 'Ada' }),
    outcome: (trial) => sentTo(trial, phoneOf(6), 'Welcome, Ada'),
  },
  {
    file: 'broadcast',
    startsBy: 'webhook',
    begin: async (trial) => {
      const { system } = trial
      await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(7), tags: ['spring'] } })
      const stopped = await system.ok<{ id: string }>('POST', '/v1/contacts', {
        body: { phone: phoneOf(8), tags: ['spring'] },
      })
      await system.ok('POST', `/v1/contacts/${stopped.id}/opt-out`)
      await post(trial, 'posthorn-broadcast', { tag: 'spring', text: 'Spring sale' })
    },
    outcome: async (trial) => {
      const reached = await sentTo(trial, phoneOf(7), 'Spring sale')
      const messages = await trial.system.ok<Sent[]>('GET', `/v1/messages?phone=${encodeURIComponent(phoneOf(8))}`)
      if (messages.length > 0) throw new Error('a person on the stop list got the broadcast')
      return `${reached}; ${phoneOf(8)}, who opted out, got nothing`
    },
  },
  {
    file: 'order-updates',
    startsBy: 'schedule',
    outcome: (trial) => sentTo(trial, phoneOf(9), 'order 1042 is now shipped'),
  },
  { file: 'daily-digest', startsBy: 'schedule', outcome: (trial) => sentTo(trial, digestPhone, 'chats are open') },
]

export const runs: readonly Run[] = [...fromEvents, ...fromElsewhere]

/** Returns another program's response: the shop's table, the assistant's text, or an empty object. */
export function answerElsewhere(path: string): { body: string; type: string } {
  if (path === '/orders.csv') return { body: `phone,order,state\n${phoneOf(9)},1042,shipped\n`, type: 'text/csv' }
  if (path === '/v1/chat/completions') {
    return {
      body: JSON.stringify({ choices: [{ message: { content: 'We open at nine.' } }] }),
      type: 'application/json',
    }
  }
  return { body: '{}', type: 'application/json' }
}
