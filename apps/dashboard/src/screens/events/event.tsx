import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { placeOf } from '../../live/about-event.ts'
import deskStyles from '../../parts/desk.module.css'
import { CodeBlock, CopyButton, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { eventDeliveriesQuery, eventQuery } from './data.ts'

export function EventScreen() {
  const { event: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery(eventQuery(workspace, id))
  const { data } = query
  const place = data && placeOf(data)
  const text = JSON.stringify(data, null, 2)
  return (
    <Page
      title={data ? `${data.event} #${data.sequence}` : say('nav.events')}
      lead={data && fullMoment(data.occurredAt)}
      back={{ to: 'developer/events', name: say('nav.events') }}
      actions={place && <PlaceLink to={place}>{say('event.open')}</PlaceLink>}
    >
      <Deliveries eventId={id} />
      <Panel title={say('event.data')} actions={data && <CopyButton text={text} />}>
        <Loaded query={query}>{() => <CodeBlock label={say('event.data')} text={text} />}</Loaded>
      </Panel>
    </Page>
  )
}

/** The webhooks that get an event, each with the status of its delivery. */
function Deliveries({ eventId }: { eventId: string }) {
  const query = useQuery(eventDeliveriesQuery(useWorkspaceId(), eventId))
  return (
    <Panel title={say('webhook.deliveries')}>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={deskStyles.quiet}>{say('event.noDelivery')}</p>
          ) : (
            <ul>
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <PlaceLink to={`developer/deliveries/${delivery.id}`}>{delivery.url}</PlaceLink>
                  {` · ${say(`delivery.${delivery.status}`)}`}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
