import type { DeliveryStatistics } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { NumberField, useNumber } from '../../messages/number-field.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { isMessageStatus } from '../../parts/message-status.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { duration } from '../../words/moments.ts'
import { isKey, numberText, percentText, say } from '../../words/say.ts'
import { type Compared, deliveryQuery, type Scope } from './data.ts'
import { Figure } from './figure.tsx'
import { ranked } from './sums.ts'

/** What became of one number's messages, how long that took, and the most frequent errors. */
export function Delivery({ scope }: { scope: Scope }) {
  const choice = useNumber()
  const { number } = choice
  const query = useQuery(deliveryQuery(scope, number))
  const select = <NumberField size="xs" aria-label={say('report.number')} choice={choice} />
  return (
    <Panel title={say('report.delivery')} actions={select}>
      <Loaded query={query}>
        {({ now, before }) =>
          now.total.total === 0 ? (
            <Empty title={say('report.nothing')} />
          ) : (
            <Outcome outcome={{ now: now.total, before: before?.total }} />
          )
        }
      </Loaded>
    </Panel>
  )
}

const shareText = (rate: number) => percentText(rate, 1)
/** Returns the times in which half of the messages and 95 of 100 got there. */
const spread = (times: DeliveryStatistics['queuedToSentMs']) =>
  times && say('report.spread', { half: duration(times.p50), most: duration(times.p95) })

/** Statuses of messages that say nothing about the provider. */
const undecided: readonly string[] = ['scheduled', 'queued', 'sending', 'canceled']

/** Whether there is any message to compute a share of. */
const hasShare = ({ statuses }: DeliveryStatistics) => Object.keys(statuses).some((name) => !undecided.includes(name))

function Outcome({ outcome: { now: total, before } }: { outcome: Compared<DeliveryStatistics> }) {
  const earlier = before && hasShare(before) ? before : undefined
  const rate = (name: 'sentRate' | 'deliveredRate') => (
    <Figure now={hasShare(total) ? total[name] : null} before={earlier?.[name]} text={shareText} isShare />
  )
  const errors = ranked(total.errors)
  return (
    <>
      <Facts
        facts={[
          [say('report.accepted'), <Figure key="total" now={total.total} before={before?.total} />],
          [say('report.sentRate'), rate('sentRate')],
          [say('report.deliveredRate'), rate('deliveredRate')],
          [say('report.toSent'), spread(total.queuedToSentMs)],
          [say('report.toDelivered'), spread(total.sentToDeliveredMs)],
          ...ranked(total.statuses).map(({ name, count }) => [statusName(name), numberText(count)] as const),
        ]}
      />
      {errors.length > 0 && (
        <Rows label={say('report.errors')} columns={columns()} rows={errors} keyOf={({ name }) => name} />
      )}
    </>
  )
}

/** Returns a status in words. A status newer than the dashboard keeps the API's name. */
const statusName = (name: string) => (isMessageStatus(name) ? say(`status.${name}`) : name)

/** Returns an error in words, or its code if there are none for it. */
function failureName(code: string): string {
  const key = `failure.${code}`
  return isKey(key) ? say(key) : code
}

const columns = (): Column<{ name: string; count: number }>[] => [
  { name: say('report.error'), cell: ({ name }) => <span title={name}>{failureName(name)}</span> },
  { name: say('report.count'), cell: ({ count }) => numberText(count), isNumber: true },
]
