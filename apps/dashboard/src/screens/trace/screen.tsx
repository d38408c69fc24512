import type { Message, TraceEntry } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, poll } from '../../api/api.ts'
import { Reason } from '../../messages/reason.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { previewOf } from '../../parts/message.tsx'
import { CodeBlock, CopyButton, Facts, Loaded, Page, Panel, PlaceLink } from '../../parts/page.tsx'
import { errorText } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { duration, fullMoment, say } from '../../words/words.ts'
import styles from './entries.module.css'

/** What happened to a message, from its acceptance to its statuses and webhook deliveries. */
export function TraceScreen() {
  const { message: id = '' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const message = useQuery({
    queryKey: ['message', workspace, id],
    queryFn: ({ signal }): Promise<Message> => api.messages.get({ id }, { signal }),
  })
  const trace = useQuery({
    queryKey: ['trace', workspace, id],
    queryFn: ({ signal }) => api.messages.trace({ id }, { signal }),
    // No event announces attempts of webhook deliveries.
    refetchInterval: poll(5_000),
  })
  const text = JSON.stringify(message.data, null, 2)
  return (
    <Page
      title={say('trace.title')}
      lead={<code>{id}</code>}
      actions={<CopyButton text={id} name={say('trace.copy')} />}
    >
      <Loaded query={message}>{(found) => <About message={found} traceId={trace.data?.traceId} />}</Loaded>
      {!message.isError && (
        <Panel title={say('trace.entries')}>
          <Loaded query={trace}>{({ entries }) => <Entries entries={entries} />}</Loaded>
        </Panel>
      )}
      {message.data && (
        <Panel title={say('trace.raw')} actions={<CopyButton text={text} />}>
          <details>
            <summary>{say('word.show')}</summary>
            <CodeBlock label={say('trace.raw')} text={text} />
          </details>
        </Panel>
      )}
    </Page>
  )
}

/** Why the message waits or failed, whom it is from or to, who sent it, and links to its chat and number. */
function About({ message, traceId }: { message: Message; traceId: string | null | undefined }) {
  const { chat, number, phone, group, from, direction, status, by, reference, createdAt } = message
  return (
    <Panel title={previewOf(message).slice(0, 120)}>
      <Reason message={message} atStart />
      <Facts
        facts={[
          [say('word.status'), say(`status.${status}`)],
          direction === 'in'
            ? [say('trace.from'), from?.phone ?? from?.name ?? phone]
            : [say('word.to'), phone ?? group],
          [say('trace.accepted'), fullMoment(createdAt)],
          [say('trace.by'), by?.name],
          [say('trace.reference'), reference],
          [say('trace.id'), traceId],
          [
            say('word.chat'),
            <PlaceLink key="chat" to={`inbox/all/${chat}`} search={{ m: message.id }}>
              {say('trace.openChat')}
            </PlaceLink>,
          ],
          [
            say('view.number'),
            <PlaceLink key="number" to={`numbers/${number}`}>
              {say('connect.open')}
            </PlaceLink>,
          ],
        ]}
      />
    </Panel>
  )
}

const signs: Readonly<Record<TraceEntry['what'], IconName>> = {
  accepted: 'check',
  waiting: 'clock',
  attempt: 'send',
  status: 'checks',
  webhook: 'webhook',
}

/** Entries of a trace, oldest first, each with the time since the first one. */
function Entries({ entries }: { entries: readonly TraceEntry[] }) {
  const begun = Date.parse(entries[0]?.at ?? '')
  return (
    <ol className={styles.entries}>
      {entries.map((entry, i) => (
        <li key={`${entry.at}${entry.what}${i}`} data-bad={isBad(entry) ? '' : undefined}>
          <Icon name={signs[entry.what]} size={15} />
          <time dateTime={entry.at} title={fullMoment(entry.at)}>
            {i === 0 ? fullMoment(entry.at) : `+ ${duration(Date.parse(entry.at) - begun)}`}
          </time>
          <span>
            {entryText(entry)}
            {entry.error && <em>{` ${errorText(entry.error)}`}</em>}
            {entry.delivery && (
              <>
                {' '}
                <PlaceLink to={`developer/deliveries/${entry.delivery}`}>{say('delivery.title')}</PlaceLink>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Whether an entry records a failure of an attempt, a delivery or the message, so that it stands out. */
const isBad = ({ error, outcome, status }: TraceEntry) =>
  error !== null || outcome === 'refused' || status === 'failed' || status === 'expired'

/** Returns in words what an entry records, without its error. */
function entryText(entry: TraceEntry): string {
  const { what, status, event, attempt, outcome, httpStatus, latencyMs, waiting } = entry
  const took = latencyMs === null ? '' : duration(latencyMs)
  if (what === 'accepted') return say('trace.isAccepted')
  if (waiting) return say(`why.${waiting.reason}`, { time: waiting.until === null ? '' : fullMoment(waiting.until) })
  if (what === 'attempt')
    return [say('trace.attempt', { attempt: attempt ?? 1 }), outcome, took].filter(Boolean).join(' · ')
  if (what === 'status') return status ? say(`status.${status}`) : ''
  return [
    say('trace.webhook', { event: event ?? '' }),
    say('trace.try', { attempt: attempt ?? 1 }),
    httpStatus ?? outcome,
    took,
  ]
    .filter(Boolean)
    .join(' · ')
}
