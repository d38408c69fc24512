import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { AnswerTimes } from './answers.tsx'
import { ByHour } from './by-hour.tsx'
import { usageQuery } from './data.ts'
import { Delivery } from './delivery.tsx'
import { InboxNow } from './inbox-now.tsx'
import { Team } from './team.tsx'
import { Usage } from './usage.tsx'

const ranges = ['7', '30', '90']

/** The figures of the last days: messages, how they fared, and deliveries to webhooks. The address has the range. */
export function ReportsScreen() {
  const { days: asked = '' } = useSearch({ strict: false }) as { days?: string }
  const days = ranges.includes(asked) ? Number(asked) : 30
  const navigate = useNavigate()
  const query = useQuery(usageQuery(useWorkspaceId(), days))
  const select = (
    <NativeSelect
      aria-label={say('report.range')}
      data={ranges.map((each) => ({ value: each, label: say('report.days', { count: Number(each) }) }))}
      value={String(days)}
      onChange={(event) => void navigate({ to: '.', search: { days: event.currentTarget.value } as never })}
    />
  )
  return (
    <Page title={say('nav.reports')} lead={say('report.lead')} actions={select}>
      <InboxNow days={days} />
      <Team />
      <Loaded query={query}>{(usage) => <Usage usage={usage} />}</Loaded>
      <AnswerTimes days={days} />
      <ByHour days={days} />
      <Delivery days={days} />
    </Page>
  )
}
