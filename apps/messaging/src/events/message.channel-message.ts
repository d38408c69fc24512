import { on } from '@posthorn/chassis'
import { type CallContext, type EventData, Fault, sendInput } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { type Call, planAll, storeAll } from '../messages/acceptance.ts'

/** A post of a channel becomes a message for each person, behind everything else; who cannot be queued is told of. */
export const messageFromChannel = on<'channel:message', MessagingRuntime>(
  'channel:message',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const calls = data.phones.map((phone) => callOf(workspace, data, phone))
      const planned = await planAll({ tx, runtime, calls })
      await storeAll(
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
        const news = { post: data.post, phones, errorCode }
        const aggregate = { id: `${data.post} ${phones[0] ?? ''}`, version: 1 }
        tx.emit({ kind: 'channel:refused', workspace, data: news, aggregate })
      }
    }
  },
)

/** The message of one person, as if the service that posts had asked for it. */
function callOf(
  workspace: string,
  { post, number, message, template }: EventData<'channel:message'>,
  phone: string,
): Call {
  const content = template === null ? { message: message ?? '' } : { template }
  const input = sendInput.parse({ phone, number, ...content, reference: post, priority: 'low', order: 'none' })
  const call: CallContext = {
    workspace,
    actor: { type: 'service', id: 'groups' },
    scopes: ['send'],
    requestId: post,
    expiresAt: 0,
  }
  return { workspace, input, call }
}
