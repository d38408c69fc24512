import type { Webhook } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Moment } from '../../parts/moment.tsx'
import { NewButton } from '../../parts/new-button.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { shortMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { webhooksQuery } from './data.ts'
import { statusOf } from './statuses.ts'

export function WebhooksScreen() {
  const workspace = useWorkspaceId()
  const mayCreate = useMay()('webhooks.create')
  const query = useQuery({ ...webhooksQuery(workspace), refetchInterval: 10_000 })
  const actions = mayCreate && (
    <>
      <PlaceLink to="developer/webhooks/program">{say('program.title')}</PlaceLink>
      <NewButton to="developer/webhooks/new" name={say('webhook.new')} />
    </>
  )
  return (
    <Page title={say('nav.webhooks')} lead={say('webhook.lead')} actions={actions}>
      <Loaded query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title={say('webhook.none')}>
              {say('webhook.noneWhy')} <code>posthorn listen</code>
            </Empty>
          ) : (
            <Rows label={say('nav.webhooks')} columns={columns()} rows={webhooks} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Page>
  )
}

const columns = (): Column<Webhook>[] => [
  {
    name: say('webhook.address'),
    cell: ({ id, name, url, urls }) => (
      <span>
        <PlaceLink to={`developer/webhooks/${id}`}>{name ?? url}</PlaceLink>
        {(name !== null || urls.length > 1) && (
          <>
            <br />
            <small>{urls.join(', ')}</small>
          </>
        )}
      </span>
    ),
  },
  { name: say('webhook.status'), cell: (webhook) => <Status {...statusOf(webhook)} /> },
  { name: say('webhook.events'), cell: ({ events }) => events.join(', ') },
  {
    name: say('webhook.lastSuccess'),
    cell: ({ endpoints }) => {
      const last = endpoints
        .flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
        .toSorted()
        .at(-1)
      return last ? <Moment at={last} text={shortMoment(last)} /> : say('webhook.never')
    },
  },
]
