import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { countRecipients } from './recipients.sql.ts'

/** Counts the recipients of a tool call, and fails above the limit of the day; those of a call without effect are taken back. The audit log gets the call as any action of an operator. */
export const record: Verb<typeof accounts.assistants.record, GatewayRuntime> = async ({ ctx, input }) => {
  const { recipients, recipientsMax: max, dryRun, released } = input
  if (dryRun || recipients === 0) return { recipients: 0 }
  const counted = {
    workspace: ctx.workspace,
    key: ctx.call.actor.id,
    recipients: released ? -recipients : recipients,
    max,
  }
  return { recipients: (await countRecipients(ctx.em, counted)) ?? fail('assistant:recipients_exceeded') }
}
