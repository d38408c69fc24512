import { Button } from '@mantine/core'
import type { Automation, TriedAutomation } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { outcomeOf } from '../../parts/outcome.ts'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import styles from './automations.module.css'

const last = 50

/** Tries the stored rule on past chats. Nothing is sent. */
export function TryPanel({ automation: { id } }: { automation: Automation }) {
  const attempt = useMutation({ mutationFn: () => api.automations.tryOut({ id, last }) })
  const button = (
    <Button variant="default" size="xs" loading={attempt.isPending} onClick={() => attempt.mutate()}>
      {say('automation.try')}
    </Button>
  )
  return (
    <Panel title={say('automation.tryTitle')} actions={button}>
      <p className={styles.hint}>{say('automation.tryHelp')}</p>
      <div role="status">
        {attempt.error && <p>{sentenceOf(attempt.error)}</p>}
        {attempt.data && <Tried rows={attempt.data} />}
      </div>
    </Panel>
  )
}

function Tried({ rows }: { rows: readonly TriedAutomation[] }) {
  const matching = rows.filter(({ unmet }) => unmet.length === 0)
  if (rows.length === 0) return <Empty title={say('automation.tryNone')} />
  return (
    <>
      <p>{say('automation.tried', { count: matching.length, total: rows.length })}</p>
      {matching.length > 0 && (
        <Rows
          label={say('automation.tryTitle')}
          columns={columns()}
          rows={matching}
          keyOf={({ chat, message, at }) => message ?? `${chat} ${at}`}
        />
      )}
    </>
  )
}

const columns = (): Column<TriedAutomation>[] => [
  {
    name: say('automation.chat'),
    cell: ({ chat, name }) => <PlaceLink to={`inbox/all/${chat}`}>{name ?? say('contact.unknown')}</PlaceLink>,
  },
  { name: say('automation.said'), cell: ({ text }) => text?.slice(0, 120) },
  { name: say('automation.at'), cell: ({ at }) => fullMoment(at) },
  { name: say('automation.would'), cell: outcomeOf },
]
