import { on } from '@posthorn/chassis'
import { type CallContext, type EventData, Fault, sendInput } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { planMessages, storeMessages } from '../messages/acceptance.ts'
import type { Call } from '../messages/destination.ts'

/** What another service wants sent becomes a message for each person; who cannot be queued is told of. */
export const messageFromRequest = on<'message:wanted', MessagingRuntime>(
  'message:wanted',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const calls = data.phones.map((phone) => callOf(workspace, data, phone))
      const planned = await planMessages({ tx, runtime, calls })
      await storeMessages(
        tx,
        planned.flatMap((result) => (result.ok ? [result.value] : [])),
      )
      const refused = new Map<string, string[]>()
      for (const [i, result] of planned.entries()) {
        if (result.ok) continue
        if (!(result.error instanceof Fault)) throw result.error
        const { code } = result.error
        refused.set(code, [...(refused.get(code) ?? []), data.phones[i] ?? ''])
      }
      for (const [errorCode, phones] of refused) {
        const news = { reference: data.reference, phones, errorCode }
        const aggregate = { id: `${data.reference} ${phones[0] ?? ''}`, version: 1 }
        tx.emit({ kind: 'message:refused', workspace, data: news, aggregate })
      }
    }
  },
)

/** The message of one person, as if the service that wants it had asked for it. */
function callOf(workspace: string, wanted: EventData<'message:wanted'>, phone: string): Call {
  const { number, message, reference } = wanted
  const input = sendInput.parse({ ...message, phone, number, reference })
  const call: CallContext = {
    workspace,
    actor: { type: 'service', id: 'groups' },
    scopes: ['send'],
    requestId: reference,
    expiresAt: 0,
  }
  return { workspace, input, call, ...(reference.startsWith('pst_') && { post: reference }) }
}
