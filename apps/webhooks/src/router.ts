import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from './config.ts'
import { attempted } from './deliveries/attempted.ts'
import { get as getDelivery } from './deliveries/get.ts'
import { ofMessage } from './deliveries/of-message.ts'
import { retry } from './deliveries/retry.ts'
import { get as getEgress } from './egress/get.ts'
import { Webhook } from './entities/webhook.ts'
import { deliveries as eventDeliveries } from './eventlog/deliveries.ts'
import { get as getEvent } from './eventlog/get.ts'
import { kinds } from './eventlog/kinds.ts'
import { list as listEvents } from './eventlog/list.ts'
import { stream } from './eventlog/stream.ts'
import { find } from './matches/find.ts'
import { get as getQuarantine, release as releaseQuarantine } from './quarantine/quarantine.ts'
import { create as createReplay } from './replays/create.ts'
import { get as getReplay } from './replays/get.ts'
import { list as listReplays } from './replays/list.ts'
import { preview } from './replays/preview.ts'
import { stop } from './replays/stop.ts'
import { rotate } from './secrets/rotate.ts'
import { deliveries as usageOfDeliveries } from './usage/deliveries.ts'
import { create } from './webhooks/create.ts'
import { deliveries } from './webhooks/deliveries.ts'
import { get } from './webhooks/get.ts'
import { list } from './webhooks/list.ts'
import { pause } from './webhooks/pause.ts'
import { remove } from './webhooks/remove.ts'
import { resume } from './webhooks/resume.ts'
import { statistics } from './webhooks/statistics.ts'
import { test } from './webhooks/test.ts'
import { update } from './webhooks/update.ts'

/** The table of contents of this service. */
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
