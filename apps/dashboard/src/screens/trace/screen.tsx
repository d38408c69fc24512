import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import type { Message } from '../../api/kinds.ts'
import { Reason } from '../../messages/reason.tsx'
import { Code } from '../../parts/code.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { previewOf } from '../../parts/preview.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { Entries } from './entries.tsx'

/** The trace of a message, from acceptance to the last webhook. */
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
  })
  return (
    <Page
      title={say('trace.title')}
      lead={<code>{id}</code>}
      actions={<CopyButton text={id} name={say('trace.copy')} />}
    >
      <Loaded query={message}>{(found) => <About message={found} traceId={trace.data?.traceId} />}</Loaded>
      <Panel title={say('trace.entries')}>
        <Loaded query={trace}>{({ entries }) => <Entries entries={entries} />}</Loaded>
      </Panel>
      {message.data && (
        <Panel title={say('trace.raw')} actions={<CopyButton text={JSON.stringify(message.data, null, 2)} />}>
          <Json value={message.data} />
        </Panel>
      )}
    </Page>
  )
}

function Json({ value }: { value: unknown }) {
  return (
    <details>
      <summary>{say('trace.show')}</summary>
      <Code label={say('trace.raw')} text={JSON.stringify(value, null, 2)} />
    </details>
  )
}

function About({ message, traceId }: { message: Message; traceId: string | null | undefined }) {
  const { chat, number, phone, status, by, reference, createdAt } = message
  return (
    <Panel title={previewOf(message).slice(0, 120)}>
      <Reason message={message} atStart />
      <Facts
        facts={[
          [say('trace.status'), say(`status.${status}`)],
          [say('trace.to'), phone],
          [say('trace.accepted'), fullMoment(createdAt)],
          [say('trace.by'), by?.name],
          [say('trace.reference'), reference],
          [say('trace.id'), traceId],
          [
            say('trace.chat'),
            <PlaceLink key="chat" to={`inbox/all/${chat}`} search={{ m: message.id }}>
              {say('trace.openChat')}
            </PlaceLink>,
          ],
          [
            say('trace.number'),
            <PlaceLink key="number" to={`numbers/${number}`}>
              {say('trace.openNumber')}
            </PlaceLink>,
          ],
        ]}
      />
    </Panel>
  )
}
