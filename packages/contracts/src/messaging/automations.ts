import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { actor, idOf, listOf, named, nameText, oneOrMany, pageOf, removed, time } from '../schemas.ts'
import { actions, automationOutcome, automationRun, automationRunDays, conditions, trigger } from './automation.ts'
import { exampleIds, exampleMessage } from './examples.ts'

const name = nameText(60).describe('Unique, ignoring case; shown in the history of chats')
const enabled = z.boolean().describe('True if the automation is on')

/** A rule that acts when something happens in a chat and its conditions are met. */
const automation = named(
  'Automation',
  z.object({
    id: idOf('atm'),
    name,
    enabled,
    trigger,
    conditions,
    actions,
    by: actor.describe('Author of the automation'),
    version: z.int().describe('Increases with each change'),
    createdAt: time,
    updatedAt: time,
  }),
)

const tried = named(
  'TriedAutomation',
  z.object({
    chat: idOf('chat'),
    name: z.string().nullable().describe("Customer's name or phone number; null if unknown"),
    message: idOf('msg').nullable().describe('Customer message; null: the chat was resolved'),
    text: z.string().nullable().describe('Text of the message'),
    at: time,
    unmet: z
      .array(z.enum(['trigger', 'number', 'label', 'labelExclude', 'words', 'hours', 'optedOut']))
      .describe('Conditions that are not met; empty: it would run'),
    ...automationOutcome,
  }),
)

const labelId = 'lbl_01k5v2s8xgf9hb3m4q7r8t9w0y'

const example = {
  id: 'atm_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'After hours',
  enabled: true,
  trigger: 'message_received' as const,
  conditions: { hours: 'closed' as const },
  actions: { labels: [labelId], reply: { message: 'We are back at 9.', pauseHours: 12 } },
  by: exampleMessage.by,
  version: 1,
  createdAt: exampleMessage.createdAt,
  updatedAt: exampleMessage.createdAt,
}

const done = [
  { action: 'label' as const, status: 'done' as const },
  { action: 'reply' as const, status: 'done' as const },
]
const labels = [{ id: labelId, name: 'Night', color: '#2f80ed' }]

const exampleRun = {
  id: 'run_01k5v2s8xgf9hb3m4q7r8t9w0y',
  automation: example.id,
  name: example.name,
  chat: exampleIds.chat,
  message: exampleIds.message,
  status: 'done' as const,
  actions: done,
  labels,
  reply: exampleIds.message,
  createdAt: example.createdAt,
}

const one = z.object({ id: idOf('atm') })
const unknown = ['number:not_found', 'label:not_found', 'member:not_found', 'department:not_found'] as const

export const automations = {
  list: query({
    summary: 'List automations',
    description: 'All automations in the workspace, in the order they run: oldest first.',
    rest: 'GET /v1/automations',
    scope: 'read',
    limitedBy: 'workspace',
    input: z.object(listOf(automation)),
    output: pageOf(automation),
    example: { input: {}, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show an automation',
    description: 'With its trigger, conditions and actions.',
    rest: 'GET /v1/automations/{id}',
    scope: 'read',
    limitedBy: 'workspace',
    input: one,
    output: automation,
    errors: ['automation:not_found'],
    example: { input: { id: example.id }, output: example },
  }),
  create: mutation({
    summary: 'Create an automation',
    description:
      'Acts in chats with one person when the trigger occurs and all conditions are met. Its actions do not trigger automations. Each run is announced as `chat:updated` with `change: automated`. A workspace can have up to 100.',
    rest: 'POST /v1/automations',
    status: 201,
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({ name, enabled: enabled.default(true), trigger, conditions: conditions.default({}), actions }),
    output: automation,
    errors: ['automation:duplicate', 'automation:too_many', ...unknown],
    example: {
      input: { name: example.name, trigger: example.trigger, conditions: example.conditions, actions: example.actions },
      output: example,
    },
  }),
  update: mutation({
    summary: 'Change an automation',
    description: 'Changes only the fields that you send. Conditions and actions completely replace the current values.',
    rest: 'PATCH /v1/automations/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: one.extend({
      name: name.optional(),
      enabled: enabled.optional(),
      trigger: trigger.optional(),
      conditions: conditions.optional(),
      actions: actions.optional(),
    }),
    output: automation,
    errors: ['automation:not_found', 'automation:duplicate', ...unknown],
    example: { input: { id: example.id, enabled: false }, output: { ...example, enabled: false, version: 2 } },
  }),
  remove: mutation({
    summary: 'Delete an automation',
    description: 'Deletes the automation. Its runs stay in their list and in the history of their chats.',
    rest: 'DELETE /v1/automations/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: one,
    output: removed,
    errors: ['automation:not_found'],
    example: { input: { id: example.id }, output: { id: example.id, deleted: true } },
  }),
  tryOut: mutation({
    summary: 'Try an automation on past chats',
    description:
      'Shows what the automation would do for the latest messages or resolved chats, newest first, given the chats as they are now. Nothing is sent or changed. You can also try a disabled automation.',
    rest: 'POST /v1/automations/{id}/try',
    scope: 'read',
    limitedBy: 'workspace',
    input: one.extend({
      last: z.int().min(1).max(100).default(20).describe('Number of messages or resolved chats to try'),
    }),
    output: z.array(tried),
    errors: ['automation:not_found'],
    example: {
      input: { id: example.id, last: 1 },
      output: [
        {
          chat: exampleIds.chat,
          name: 'Ada',
          message: exampleIds.message,
          text: 'Where is my parcel?',
          at: example.createdAt,
          unmet: [],
          actions: done,
          labels,
        },
      ],
    },
  }),
  runs: query({
    summary: 'List the runs of an automation',
    description: `Runs from the last ${automationRunDays} days with their chats and actions, newest first.`,
    rest: 'GET /v1/automations/{id}/runs',
    scope: 'read',
    limitedBy: 'workspace',
    input: one.extend({
      status: oneOrMany(automationRun.shape.status).describe('Only runs with these statuses'),
      ...listOf(automationRun),
    }),
    output: pageOf(automationRun),
    errors: ['automation:not_found'],
    example: { input: { id: example.id, size: 1 }, output: { items: [exampleRun], next: null } },
  }),
}
