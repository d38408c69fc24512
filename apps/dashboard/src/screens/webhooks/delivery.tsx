import type { DeliveryAttempt, DeliveryWithAttempts } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, itemQuery } from '../../api/api.ts'
import {
  ActionButton,
  CodeBlock,
  CopyButton,
  Facts,
  Loaded,
  Page,
  Panel,
  PlaceLink,
  Status,
  useAction,
} from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { duration, fullMoment, say } from '../../words/words.ts'
import { deliveryQuery, deliveryStatusOf, webhookQuery } from './data.ts'
import { nextAttemptOf } from './statuses.ts'
import styles from './webhooks.module.css'

/** A delivery with its attempts. Its button attempts it at once; one that has ended starts over. */
export function DeliveryScreen() {
  const { delivery: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const mayRetry = useMay()('deliveries.retry')
  const query = useQuery(deliveryQuery(workspace, id))
  const retry = useAction({
    run: () => api.deliveries.retry({ id }),
    changes: ['webhooks'],
    done: () => say('delivery.isRetried'),
  })
  const button = mayRetry && <ActionButton action={retry} name={say('delivery.retry')} />
  const back = query.data?.webhook
  return (
    <Page
      title={query.data ? `${query.data.event.event} #${query.data.event.sequence}` : say('delivery.title')}
      back={{ to: `developer/webhooks${back ? `/${back}` : ''}`, name: say('webhook.deliveries') }}
      actions={button}
    >
      <Loaded query={query}>{(delivery) => <Details delivery={delivery} />}</Loaded>
    </Page>
  )
}

/** A delivery's details. The attempts come before the event, the newest first, because people look for why the delivery failed. */
function Details({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { url, status, event, nextAttemptAt, createdAt, completedAt, attemptLog } = delivery
  return (
    <>
      <Panel title={say('delivery.title')}>
        <Facts
          facts={[
            [say('word.status'), <Status key="status" {...deliveryStatusOf(status)} />],
            [say('webhook.address'), url],
            [
              say('delivery.event'),
              <PlaceLink key="event" to={`developer/events/${event.id}`}>
                {event.id}
              </PlaceLink>,
            ],
            [say('delivery.made'), fullMoment(createdAt)],
            [say('delivery.next'), nextAttemptAt && nextAttemptOf(nextAttemptAt, fullMoment)],
            [say('delivery.ended'), completedAt && fullMoment(completedAt)],
          ]}
        />
      </Panel>
      <Panel title={say('word.attempts')}>
        {attemptLog.length === 0 && <p>{say('delivery.noAttempt')}</p>}
        {attemptLog.toReversed().map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </Panel>
      <DeliveredEvent delivery={delivery} />
    </>
  )
}

const eventQuery = itemQuery('events', api.events.get)

/** The event from the log. It is the body as posted, unless the webhook has the format of another API. */
function DeliveredEvent({ delivery: { event, webhook } }: { delivery: DeliveryWithAttempts }) {
  const workspace = useWorkspaceId()
  const query = useQuery(eventQuery(workspace, event.id))
  const isBody = useQuery(webhookQuery(workspace, webhook)).data?.format === 'posthorn'
  const title = say(isBody ? 'delivery.request' : 'delivery.event')
  const text = JSON.stringify(query.data, null, 2)
  return (
    <Panel title={title} actions={query.data && <CopyButton text={text} />}>
      <Loaded query={query}>{() => <CodeBlock label={title} text={text} />}</Loaded>
    </Panel>
  )
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, startedAt, latencyMs, httpStatus, error, responseHeaders, responseBody } = attempt
  const headers = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}`)
  const head = [say('delivery.attempt', { number }), httpStatus ?? error, duration(latencyMs), fullMoment(startedAt)]
  return (
    <div className={styles.attempt}>
      <h3>{head.join(' · ')}</h3>
      {(headers.length > 0 || responseBody !== '') && (
        <CodeBlock label={say('delivery.answer')} text={[...headers, '', responseBody].join('\n')} />
      )}
    </div>
  )
}
