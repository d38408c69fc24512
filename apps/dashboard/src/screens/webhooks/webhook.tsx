import type { Webhook } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { Buttons } from './buttons.tsx'
import { webhookQuery } from './data.ts'
import { Deliveries } from './deliveries.tsx'
import { Replays } from './replays.tsx'
import { Settings } from './settings.tsx'
import { statusOf } from './statuses.ts'
import { Timeline } from './timeline.tsx'

/** A webhook: status, deliveries, replays, settings. */
export function WebhookScreen() {
  const { webhook: id = '', part = 'deliveries' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery({ ...webhookQuery(workspace, id), refetchInterval: 5_000 })
  const at = `developer/webhooks/${id}`
  const tabs = [
    { to: at, name: say('webhook.deliveries') },
    { to: `${at}/timeline`, name: say('timeline.title') },
    { to: `${at}/replays`, name: say('webhook.replays') },
    { to: `${at}/settings`, name: say('webhook.settings') },
  ]
  return (
    <Page
      title={query.data?.name ?? query.data?.url ?? say('nav.webhooks')}
      back={{ to: 'developer/webhooks', name: say('nav.webhooks') }}
      actions={query.data && <Buttons webhook={query.data} />}
    >
      <Loaded query={query}>
        {(webhook) => (
          <>
            <Endpoints webhook={webhook} />
            <Tabs label={say('webhook.parts')} tabs={tabs} />
            {part === 'deliveries' && <Deliveries webhook={webhook.id} />}
            {part === 'timeline' && <Timeline webhook={webhook.id} />}
            {part === 'replays' && <Replays webhook={webhook.id} />}
            {part === 'settings' && <Settings key={webhook.id} webhook={webhook} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Endpoints({ webhook }: { webhook: Webhook }) {
  return (
    <Panel title={say('webhook.status')}>
      <Facts
        facts={[
          [say('webhook.status'), <Status key="status" {...statusOf(webhook)} />],
          ...webhook.endpoints.map(({ url, breaker, lastSuccessAt }) => {
            const success = lastSuccessAt === null ? say('webhook.never') : fullMoment(lastSuccessAt)
            return [url, `${say(`breaker.${breaker.status}`)} · ${say('webhook.lastSuccess')}: ${success}`] as const
          }),
        ]}
      />
    </Panel>
  )
}
