import {
  type EventKind,
  errorCatalog,
  eventCatalog,
  type eventEnvelope,
  exampleChat,
  exampleContact,
  exampleDelivery,
  exampleEvent,
  exampleGroup,
  exampleImport,
  exampleMessage,
  exampleMissedCall,
  exampleNumber,
  examplePost,
  exampleTemplateChange,
  exampleWebhook,
} from '@posthorn/contracts'
import type { z } from 'zod'

const at = exampleMessage.createdAt
const { summaries } = exampleEvent.data

const outgoing = { ...exampleMessage, status: 'sent', statusAt: { queued: at, sending: at, sent: at }, summaries }

const changedKey = { key: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y' }

const actor = { type: 'key', id: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y' }

const { message: _message, ...withoutText } = outgoing

const webhookAlert = {
  webhook: exampleWebhook.id,
  endpoint: exampleWebhook.endpoints[0]?.id,
  url: exampleWebhook.url,
  since: at,
}

/** Sample `data` for each public kind, also shown in the API reference. */
const samples: Partial<Record<EventKind, object>> = {
  'message:waiting': { ...outgoing, status: 'queued', statusAt: { queued: at }, waiting: { reason: 'window_closed' } },
  'message:scheduled': {
    ...outgoing,
    status: 'scheduled',
    statusAt: { scheduled: at },
    deliverAt: '2026-11-21T08:30:00.000Z',
    by: actor,
  },
  'message:changed': { ...outgoing, status: 'queued', statusAt: { queued: at }, changed: ['message'], by: actor },
  'message:canceled': { ...outgoing, status: 'canceled', statusAt: { queued: at, canceled: at }, by: actor },
  'message:in': exampleEvent.data,
  'message:out': outgoing,
  'message:ack': { ...outgoing, status: 'delivered', ack: 'delivered' },
  'message:updated': {
    ...withoutText,
    status: 'delivered',
    type: 'poll',
    poll: {
      name: 'Which day?',
      options: ['Monday', 'Tuesday'],
      multiple: false,
      tally: [
        { option: 'Monday', votes: 1 },
        { option: 'Tuesday', votes: 0 },
      ],
      voters: 1,
    },
    change: 'vote',
  },
  'message:reaction': { ...outgoing, status: 'read', emoji: '👍', reactedBy: { phone: outgoing.phone } },
  'message:failed': {
    ...outgoing,
    status: 'failed',
    error: { errorCode: 'message:expired', message: errorCatalog['message:expired'].message, retryable: false },
  },
  'chat:updated': { ...exampleChat, change: 'created' },
  'contact:created': exampleContact,
  'contact:updated': exampleContact,
  'import:finished': exampleImport,
  'contact:deleted': { id: exampleContact.id, deletedAt: at, mergedInto: null },
  'group:updated': { ...exampleGroup, change: 'created' },
  'channel:posted': { ...examplePost, status: 'posted', postedAt: at },
  'number:updated': { ...exampleNumber, change: 'connected' },
  'number:reported': { id: exampleNumber.id, field: 'phone_number_quality_update' },
  'call:missed': exampleMissedCall,
  'template:updated': exampleTemplateChange,
  'webhook:failing': { ...webhookAlert, reason: 'No 2xx for 24 hours; last: status 500.' },
  'webhook:exhausted': {
    webhook: exampleWebhook.id,
    endpoint: exampleWebhook.endpoints[0]?.id,
    url: exampleWebhook.url,
    reason: 'No attempt is left; last: status 500.',
    delivery: exampleDelivery.id,
    event: { id: exampleEvent.id, event: 'message:in' },
    attempts: 12,
  },
  'member:updated': {
    id: 'mem_01k5v2s8xgf9hb3m4q7r8t9w0y',
    name: 'Ada Lovelace',
    email: 'ada@shop.example.com',
    role: 'agent',
    disabled: false,
  },
  'member:removed': { id: 'mem_01k5v2s8xgf9hb3m4q7r8t9w0y' },
  'key:created': changedKey,
  'key:updated': changedKey,
  'key:revoked': changedKey,
  'webhook:disabled': { ...webhookAlert, reason: 'It answered 410 Gone.' },
}

/** Builds a sample event, for the list of kinds and for tests of webhooks. Its sequence is 0, which the log never uses. */
export function buildSample(
  kind: EventKind,
  envelope: { id: string; workspace: string; occurredAt: string },
): z.output<typeof eventEnvelope> {
  const { id, workspace, occurredAt } = envelope
  const data = eventCatalog[kind].data.parse(samples[kind] ?? {}) as z.output<typeof eventEnvelope>['data']
  return { id, event: kind, workspace, sequence: 0, occurredAt, version: 1, data, truncated: null }
}
