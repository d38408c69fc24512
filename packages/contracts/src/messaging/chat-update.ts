import { z } from 'zod'
import { actor } from '../call-context.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { automationRun } from './automation-run.ts'
import { chat, chatChange } from './chat.ts'

export const chatUpdate = named(
  'ChatUpdatedData',
  chat.extend({
    change: chatChange,
    by: actor.nullable().describe('Actor of the change; null when a message caused it'),
    note: z
      .object({
        id: idOf('note'),
        mentions: z.array(idOf('mem')).describe('Members whom the note mentions; none once it was deleted'),
        deleted: z.boolean().describe('True when the note was deleted'),
      })
      .nullable()
      .describe('With `noted`: the note that was written, changed or deleted, and whom it mentions'),
    snoozedBy: actor.nullable().describe('With `woken`: who had let the chat rest'),
    run: automationRun.nullable().describe('With `automated`: what the automation did'),
    mergedInto: idOf('chat')
      .nullable()
      .describe('With `deleted`: the chat into which this one was joined; this id still returns it'),
  }),
  chat,
)
