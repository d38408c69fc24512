import { type ClosableTx, on, type Tx } from '@posthorn/chassis'
import { type CallContext, type EventData, Fault, sendInput } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { planMessages, storeMessages } from '../messages/acceptance.ts'
import type { Call } from '../messages/destination.ts'
import { holdOf, lockPost } from '../posts/known-posts.sql.ts'

/** Accepts a message for each recipient that another service requested, and announces the recipients whose message was refused. */
export const messageFromRequest = on<'message:requested', MessagingRuntime>(
  'message:requested',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const hold = await holdOfPost(tx, workspace, data)
      if (hold) announceRefused(tx, { workspace, reference: data.reference, phones: data.phones, errorCode: hold })
      else await accept({ tx, runtime }, workspace, data)
    }
  },
)

/** Error code for messages of a paused or stopped post; null for others. */
async function holdOfPost(
  { em }: Tx,
  workspace: string,
  { reference, version = 0 }: EventData<'message:requested'>,
): Promise<string | null> {
  if (!isPost(reference)) return null
  await lockPost(em, { workspace, post: reference }, 'shared')
  const hold = await holdOf(em, { workspace, post: reference, version })
  return hold && `post:${hold}`
}

type Accepting = { tx: ClosableTx; runtime: MessagingRuntime }

async function accept(
  { tx, runtime }: Accepting,
  workspace: string,
  data: EventData<'message:requested'>,
): Promise<void> {
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
  for (const [errorCode, phones] of refused)
    announceRefused(tx, { workspace, reference: data.reference, phones, errorCode })
}

function announceRefused(
  { emit }: Pick<Tx, 'emit'>,
  { workspace, ...data }: EventData<'message:refused'> & { workspace: string },
): void {
  const aggregate = { id: `${data.reference} ${data.phones[0] ?? ''}`, version: 1 }
  emit({ kind: 'message:refused', workspace, data, aggregate })
}

const isPost = (reference: string) => reference.startsWith('pst_')

/** One recipient's message, as a call of `messages.send`. */
function callOf(workspace: string, request: EventData<'message:requested'>, phone: string): Call {
  const { number, message, reference } = request
  const input = sendInput.parse({ ...message, phone, number, reference })
  const call: CallContext = {
    workspace,
    actor: { type: 'service', id: 'groups' },
    scopes: ['send'],
    requestId: reference,
    expiresAt: 0,
  }
  return { workspace, input, call, ...(isPost(reference) && { post: reference }) }
}
