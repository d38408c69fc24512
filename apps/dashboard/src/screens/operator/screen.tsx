import { useParams } from '@tanstack/react-router'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSession } from '../../session/session.ts'
import { say } from '../../words/say.ts'
import { Failures } from './failures.tsx'
import { Processes } from './processes.tsx'
import { Quarantines } from './quarantines.tsx'
import { Queues } from './queues.tsx'
import { Workspaces } from './workspaces.tsx'

const parts = {
  processes: Processes,
  queues: Queues,
  failures: Failures,
  quarantine: Quarantines,
  workspaces: Workspaces,
} as const

type Part = keyof typeof parts

/** The installation, for operators. The URL has the tab. */
export function OperatorScreen() {
  const { access } = useSession()
  const { part = '' } = useParams({ strict: false }) as { part?: string }
  const shown: Part = Object.hasOwn(parts, part) ? (part as Part) : 'processes'
  const Content = parts[shown]
  const tabs = (Object.keys(parts) as Part[]).map((each) => ({
    to: each === 'processes' ? 'operator' : `operator/${each}`,
    name: say(`operator.${each}`),
  }))
  return (
    <Page title={say('nav.operator')} lead={say('operator.lead')}>
      {access?.kind === 'person' && !access.account.person.twoFactor ? (
        <Empty title={say('operator.needsSecondFactor')}>
          <PlaceLink to="me">{say('operator.addSecondFactor')}</PlaceLink>
        </Empty>
      ) : (
        <>
          <Tabs label={say('nav.operator')} tabs={tabs} />
          <Content />
        </>
      )}
    </Page>
  )
}
