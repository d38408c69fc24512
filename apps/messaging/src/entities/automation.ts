import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { messaging } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author, RunView } from './chat.ts'

type Answer = z.output<typeof messaging.automations.update.output>

/** A rule that acts on chats. Labels are stored by id. */
export const Automation = defineEntity({
  name: 'Automation',
  tableName: 'automation',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    name: p.string(),
    nameKey: p.string(),
    enabled: p.boolean(),
    trigger: p.string().$type<Answer['trigger']>(),
    conditions: p.json<Answer['conditions']>(),
    actions: p.json<Answer['actions']>(),
    /** The member to whom the last chat was assigned. */
    turn: p.string().nullable(),
    author: p.json<Author>(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type AutomationRow = InferEntity<typeof Automation>

export const AutomationRun = defineEntity({
  name: 'AutomationRun',
  tableName: 'automation_run',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    automationId: p.string(),
    chatId: p.string(),
    messageId: p.string().nullable(),
    replyId: p.string().nullable(),
    status: p.string().$type<RunView['status']>(),
    shown: p.json<RunView>(),
    createdAt: p.datetime(),
  },
})

export type AutomationRunRow = InferEntity<typeof AutomationRun>
