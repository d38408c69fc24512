import type { Automation, AutomationRun, TriedAutomation } from '@posthorn/sdk'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, itemQuery } from '../../api/api.ts'
import { useOverwriteCheck } from '../../parts/changes.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { outcomeOf } from '../../parts/outcome.ts'
import {
  ActionButton,
  Empty,
  Loaded,
  Page,
  Panel,
  PlaceLink,
  Status,
  useOpenPlace,
  useSave,
} from '../../parts/page.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { AutomationForm } from './automation-form.tsx'
import styles from './automations.module.css'
import { fieldsOf, inputOf } from './fields.ts'
import { EnabledBox } from './screen.tsx'

const automationQuery = itemQuery('automations', api.automations.get)

/** The latest runs of an automation. Older ones aren't shown. */
const runsQuery = (workspaceId: string, automationId: string) =>
  queryOptions({
    queryKey: ['automations', workspaceId, automationId, 'runs'],
    queryFn: async ({ signal }) =>
      (await api.automations.runs({ id: automationId, size: 20 }, { signal }).page()).items,
  })

/** An automation's rule, a trial of it on past chats, and its latest runs. A new version clears the old rule's trial. */
export function AutomationScreen() {
  const { automation: id = '' } = useParams({ strict: false }) as { automation?: string }
  const query = useQuery(automationQuery(useWorkspaceId(), id))
  return (
    <Page
      title={query.data?.name ?? say('nav.automations')}
      back={{ to: 'settings/automations', name: say('nav.automations') }}
      actions={query.data && <PageActions automation={query.data} />}
    >
      <Loaded query={query}>
        {(automation) => (
          <>
            <Rule key={automation.id} automation={automation} />
            <TryPanel key={automation.version} automation={automation} />
            <RunsPanel automationId={automation.id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The rule's form. Conditions and actions are each stored as a whole, so saving may overwrite what a colleague changed, and warns once. */
function Rule({ automation }: { automation: Automation }) {
  const may = useMay()
  const { id } = automation
  const { conditions, actions } = inputOf(fieldsOf(automation))
  const checkOverwrite = useOverwriteCheck({ conditions, actions })
  const save = useSave(['automations'], async (input: Partial<ReturnType<typeof inputOf>>) => {
    await checkOverwrite(input, async () => inputOf(fieldsOf(await api.automations.get({ id }))))
    return api.automations.update({ id, ...input })
  })
  return (
    <Panel>
      <AutomationForm
        initial={fieldsOf(automation)}
        isReadOnly={!may('automations.update')}
        action={save}
        onSubmit={(_, { changes, onStored }) => save.mutate(changes, { onSuccess: onStored })}
      />
    </Panel>
  )
}

/** Turns an automation on or off, or deletes it and then shows the others. */
function PageActions({ automation }: { automation: Automation }) {
  const openPlace = useOpenPlace()
  const may = useMay()
  const { id, name } = automation
  return (
    <>
      {say('automation.enabled')} <EnabledBox automation={automation} />
      {may('automations.remove') && (
        <ConfirmButton
          name={say('word.delete')}
          text={say('automation.removeWhy', { name })}
          run={() => api.automations.remove({ id })}
          then={() => openPlace('settings/automations')}
          changes={['automations']}
          button={{ color: 'red', variant: 'light' }}
        />
      )}
    </>
  )
}

function RunsPanel({ automationId }: { automationId: string }) {
  const query = useQuery(runsQuery(useWorkspaceId(), automationId))
  return (
    <ListPanel
      query={query}
      empty={say('automation.noRuns')}
      emptyWhy={say('automation.noRunsWhy')}
      label={say('automation.runs')}
      columns={columns()}
      keyOf={({ id }) => id}
    />
  )
}

const tones = { done: 'good', skipped: 'quiet', failed: 'bad' } as const

const columns = (): Column<AutomationRun>[] => [
  {
    name: say('word.time'),
    cell: ({ chat, createdAt }) => <PlaceLink to={`inbox/all/${chat}`}>{fullMoment(createdAt)}</PlaceLink>,
  },
  {
    name: say('word.status'),
    cell: ({ status }) => <Status tone={tones[status]} text={say(`automation.status.${status}`)} />,
  },
  { name: say('automation.did'), cell: outcomeOf },
]

/** Number of past messages or resolved chats to try the rule on. */
const last = 50

/** Tries the stored rule on past messages or resolved chats, so that people see what it does before they enable it. Sends nothing. */
function TryPanel({ automation: { id } }: { automation: Automation }) {
  const attempt = useMutation({ mutationFn: () => api.automations.tryOut({ id, last }) })
  const button = <ActionButton action={attempt} size="xs" name={say('automation.try')} />
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

/** The past messages or resolved chats for which the rule would have run, and how many were tried. */
function Tried({ rows }: { rows: readonly TriedAutomation[] }) {
  const matching = rows.filter(({ unmet }) => unmet.length === 0)
  if (rows.length === 0) return <Empty title={say('automation.tryNone')} />
  return (
    <>
      <p>{say('automation.tried', { count: matching.length, total: rows.length })}</p>
      {matching.length > 0 && (
        <Rows
          label={say('automation.tryTitle')}
          columns={triedColumns()}
          rows={matching}
          keyOf={({ chat, message, at }) => message ?? `${chat} ${at}`}
        />
      )}
    </>
  )
}

const triedColumns = (): Column<TriedAutomation>[] => [
  {
    name: say('word.chat'),
    cell: ({ chat, name }) => <PlaceLink to={`inbox/all/${chat}`}>{name ?? say('contact.unknown')}</PlaceLink>,
  },
  { name: say('word.message'), cell: ({ text }) => text?.slice(0, 120) },
  { name: say('word.time'), cell: ({ at }) => fullMoment(at) },
  { name: say('automation.would'), cell: outcomeOf },
]
