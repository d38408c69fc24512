import type { Verb } from '@posthorn/chassis'
import { type messaging, usualMs } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { findNumber } from '../queues/queues.ts'
import { countStatuses, type DeliveryMetrics, measure, type StatusCount } from './deliveries.sql.ts'

type Output = z.output<typeof messaging.statistics.deliveries.output>
type DeliveryView = Output['total']

const none: DeliveryMetrics = { bucket: null, total: 0, sent: 0, delivered: 0, toSentMs: null, toDeliveredMs: null }

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000)

function spread(values: number[] | null): DeliveryView['queuedToSentMs'] {
  const [p50, p95] = (values ?? []).map((value) => Math.max(0, Math.round(value)))
  return p50 === undefined || p95 === undefined ? null : { p50, p95 }
}

function presentDeliveries(metrics: DeliveryMetrics, counts: StatusCount[]): DeliveryView {
  const statuses: DeliveryView['statuses'] = {}
  const errors: DeliveryView['errors'] = {}
  for (const { status, error, count } of counts) {
    statuses[status] = (statuses[status] ?? 0) + count
    if (error !== null && (status === 'failed' || status === 'expired')) errors[error] = (errors[error] ?? 0) + count
  }
  return {
    total: metrics.total,
    statuses,
    errors,
    sentRate: share(metrics.sent, metrics.total),
    deliveredRate: share(metrics.delivered, metrics.sent),
    queuedToSentMs: spread(metrics.toSentMs),
    sentToDeliveredMs: spread(metrics.toDeliveredMs),
  }
}

/** Counts and measures the outgoing messages of a number over time. */
export const deliveries: Verb<typeof messaging.statistics.deliveries, MessagingRuntime> = async ({ ctx, input }) => {
  const { interval } = input
  const number = await findNumber(ctx, input.id)
  const to = input.to ? new Date(input.to) : new Date()
  const from = input.from ? new Date(input.from) : new Date(to.getTime() - usualMs[interval])
  const range = { workspace: ctx.workspace, number: number.id, from, to, interval }
  const [metrics, counts] = [await measure(ctx.em, range), await countStatuses(ctx.em, range)]
  return {
    number: number.id,
    from: from.toISOString(),
    to: to.toISOString(),
    total: presentDeliveries(metrics.find(({ bucket }) => bucket === null) ?? none, counts),
    buckets: metrics.flatMap((each) =>
      each.bucket === null
        ? []
        : [
            {
              from: each.bucket,
              ...presentDeliveries(
                each,
                counts.filter(({ bucket }) => bucket === each.bucket),
              ),
            },
          ],
    ),
  }
}
