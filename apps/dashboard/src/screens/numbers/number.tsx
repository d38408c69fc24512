import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { numberQuery } from './data.ts'
import { Health } from './health.tsx'
import { Profile } from './profile.tsx'
import { QueuePart } from './queue.tsx'
import { Settings } from './settings.tsx'
import { statusOf } from './statuses.ts'

/** A number: health, queue, profile, settings. */
export function NumberScreen() {
  const { number: id = '', part = 'health' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery(numberQuery(workspace, id))
  const tabs = [
    { to: `numbers/${id}`, name: say('number.health') },
    { to: `numbers/${id}/queue`, name: say('number.queue') },
    { to: `numbers/${id}/profile`, name: say('number.profile') },
    { to: `numbers/${id}/settings`, name: say('number.settings') },
  ]
  return (
    <Page
      title={query.data?.name ?? say('nav.numbers')}
      back={{ to: 'numbers', name: say('nav.numbers') }}
      lead={query.data?.phone}
      actions={query.data && <Status {...statusOf(query.data)} />}
    >
      <Tabs label={say('number.parts')} tabs={tabs} />
      <Loaded query={query}>
        {(number) => {
          if (part === 'queue') return <QueuePart number={number} />
          if (part === 'profile') return <Profile number={number} />
          if (part === 'settings') return <Settings key={number.id} number={number} />
          return <Health number={number} />
        }}
      </Loaded>
    </Page>
  )
}
