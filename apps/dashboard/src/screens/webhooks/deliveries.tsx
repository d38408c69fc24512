import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, More, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { shortMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import {
  type DeliveryStatus,
  deliveriesQuery,
  deliveryStatuses,
  deliveryStatusOf,
  type WebhookDelivery,
} from './data.ts'

export function Deliveries({ webhookId }: { webhookId: string }) {
  const [status, setStatus] = useState('')
  const chosen = deliveryStatuses.find((each) => each === status)
  const query = useInfiniteQuery({ ...deliveriesQuery(useWorkspaceId(), webhookId, chosen), refetchInterval: 5_000 })
  const statuses = deliveryStatuses.map((each: DeliveryStatus) => ({ value: each, label: say(`delivery.${each}`) }))
  const select = (
    <NativeSelect
      size="xs"
      aria-label={say('webhook.status')}
      data={[{ value: '', label: say('delivery.all') }, ...statuses]}
      value={status}
      onChange={(event) => setStatus(event.currentTarget.value)}
    />
  )
  return (
    <Panel title={say('webhook.deliveries')} actions={select}>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title={say('delivery.none')}>{say('delivery.noneWhy')}</Empty>
          ) : (
            <Rows label={say('webhook.deliveries')} columns={columns()} rows={deliveries} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <More query={query} />
    </Panel>
  )
}

const columns = (): Column<WebhookDelivery>[] => [
  {
    name: say('delivery.event'),
    cell: ({ id, event }) => (
      <span>
        <PlaceLink to={`developer/deliveries/${id}`}>{event.event}</PlaceLink> <small>{`#${event.sequence}`}</small>
      </span>
    ),
  },
  { name: say('webhook.status'), cell: ({ status }) => <Status {...deliveryStatusOf(status)} /> },
  {
    name: say('delivery.answer'),
    cell: ({ lastHttpStatus, lastError }) => lastHttpStatus ?? lastError,
    isNumber: true,
  },
  { name: say('delivery.attempts'), cell: ({ attempts }) => attempts, isNumber: true },
  {
    name: say('delivery.next'),
    cell: ({ nextAttemptAt }) => nextAttemptAt && <Moment at={nextAttemptAt} text={shortMoment(nextAttemptAt)} />,
  },
  { name: say('delivery.made'), cell: ({ createdAt }) => <Moment at={createdAt} text={shortMoment(createdAt)} /> },
]
