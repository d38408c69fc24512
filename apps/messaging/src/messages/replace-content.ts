import type { VerbContext } from '@posthorn/chassis'
import { fail, type messaging, replacesContent } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { acceptContent, type StorableContent } from '../content/accept.ts'
import { checkCapabilities } from '../content/capabilities.ts'
import { Chat } from '../entities/chat.ts'
import type { MessageRow } from '../entities/message.ts'
import { giveFilesToNumbers } from '../files/numbers.sql.ts'
import { addControls } from './controls.ts'
import { fileTargetsOf, loadTargets } from './targets.sql.ts'

type Input = z.output<typeof messaging.messages.update.input>

/** Returns the new content of a waiting message, validated as for sending; undefined if the change has none. */
export async function replacedContent(
  ctx: VerbContext<MessagingRuntime>,
  row: MessageRow,
  input: Input,
): Promise<StorableContent | undefined> {
  if (!replacesContent(input)) return undefined
  if (row.type === 'reaction')
    fail('message:not_editable', { message: 'A reaction can only be canceled; send the other content as a message.' })
  const { workspace } = ctx
  const targets = await loadTargets(ctx.em, [{ workspace, input }])
  const { onWindowClosed, typing, actions, quoteProviderId } = row.content ?? {}
  const files = fileTargetsOf(targets, { workspace, numbers: ctx.call.numbers }, input)
  const accepted = acceptContent({ ...input, ...(onWindowClosed && { onWindowClosed }) }, files)
  await giveFilesToNumbers(ctx.em, [{ ...row, ...accepted }])
  const chat = await ctx.em.findOne(Chat, { id: row.chatId })
  const provider = targets.number(workspace, row.numberId)?.provider ?? ''
  const quote = row.quoteId === null ? {} : { quote: row.quoteId as `msg_${string}` }
  checkCapabilities({ ...input, ...quote }, ctx.deps.provider(provider)?.capabilities, {
    type: accepted.type,
    to: chat?.type ?? 'direct',
  })
  return addControls(accepted, {
    ...(typing !== undefined && { typing }),
    ...(actions && { actions }),
    ...(quoteProviderId !== undefined && { quoteProviderId }),
  })
}
