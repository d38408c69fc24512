import { LockMode } from '@mikro-orm/core'
import { forWorkspace } from '@posthorn/chassis'
import { Fault, sendInput } from '@posthorn/contracts'
import { findByAnyId } from '../chats/find.ts'
import { Automation } from '../entities/automation.ts'
import { planMessages, storeMessages } from '../messages/acceptance.ts'
import { reasonAgainstSending } from './decide.ts'
import { hasOptedOut } from './facts.sql.ts'
import type { AutomationJob } from './jobs.sql.ts'
import { callerOf, promptReply, type Running } from './run.ts'

/** Thanks a customer for a rating, unless the automation was turned off or the customer can't get a message now. */
export async function sendThanks({ tx, runtime }: Running, job: AutomationJob): Promise<void> {
  const { em } = tx
  const workspace = job.workspaceId
  forWorkspace(em, workspace)
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const chat = await findByAnyId({ em, workspace }, job.chatId, lockMode)
  const automation = await em.findOne(Automation, { id: job.automationId }, { lockMode })
  const message = automation?.enabled && automation.actions.rating?.thanks
  if (!chat || !message) return
  const isOptedOut = await hasOptedOut(em, workspace, chat.recipient)
  if (reasonAgainstSending({ subject: { isOptedOut, chat, at: new Date(job.at) }, now: new Date() })) return
  const input = sendInput.parse({ chat: chat.id, message, ...promptReply })
  const [planned] = await planMessages({ tx, runtime, calls: [{ ...callerOf(job, automation), input }] })
  if (planned?.ok) await storeMessages(tx, [planned.value])
  else if (planned && !(planned.error instanceof Fault)) throw planned.error
}
