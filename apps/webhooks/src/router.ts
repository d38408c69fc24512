import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from './config.ts'
import {
  attempted,
  get as getDelivery,
  ofMessage,
  retry,
  deliveries as usageOfDeliveries,
} from './deliveries/deliveries.sql.ts'
import { get as getEgress } from './egress/get.ts'
import { Webhook } from './entities/webhook.ts'
import {
  deliveries as eventDeliveries,
  get as getEvent,
  kinds,
  list as listEvents,
  stream,
} from './eventlog/eventlog.sql.ts'
import { find } from './matches/find.ts'
import { get as getQuarantine, release as releaseQuarantine } from './quarantine/quarantine.sql.ts'
import { create as createReplay, get as getReplay, list as listReplays, preview, stop } from './replays/replays.sql.ts'
import { statistics } from './webhooks/statistics.sql.ts'
import { test } from './webhooks/webhook.ts'
import { create, deliveries, get, list, pause, remove, resume, rotate, update } from './webhooks/webhooks.ts'

export const router = implement<typeof webhooks, WebhooksRuntime>(webhooks, {
  webhooks: { create, list, get, update, remove, test, resume, pause, deliveries, statistics },
  secrets: { rotate },
  replays: { create: createReplay, preview, list: listReplays, get: getReplay, stop },
  deliveries: { ofMessage, attempted, get: getDelivery, retry },
  lookups: lookupVerbs({ webhook: Webhook }),
  events: { list: listEvents, stream, get: getEvent, kinds, deliveries: eventDeliveries },
  usage: { deliveries: usageOfDeliveries },
  egress: { get: getEgress },
  quarantine: { get: getQuarantine, release: releaseQuarantine },
  matches: { find },
  ...upkeepVerbs,
})
