import { Checkbox } from '@mantine/core'
import type { Automation, Department, Label } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, departmentsQuery, itemsOf, labelsQuery, teamQuery, useKeyed } from '../../api/api.ts'
import { namesOf, removal, useBulk } from '../../parts/bulk.tsx'
import { Page, Panel, PlaceLink, useAction, useOpenPlace } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { AutomationForm } from './automation-form.tsx'
import styles from './automations.module.css'
import { type AutomationFields, emptyFields, type inputOf } from './fields.ts'

const automationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['automations', workspaceId],
    queryFn: ({ signal }) => itemsOf(api.automations.list({ size: 100 }, { signal })),
  })

/** Fields that a new automation can start with. `kind` is the name in the URL. */
type Start = { kind: string; title: string; why: string; fields: AutomationFields }

/** Returns a start with its texts in the person's language. Its title also names the automation. */
const startOf = (kind: 'greeting' | 'away' | 'turns' | 'sort' | 'rating', fields: Partial<AutomationFields>): Start => {
  const title = say(`automation.start.${kind}`)
  return { kind, title, why: say(`automation.start.${kind}Why`), fields: { ...emptyFields, name: title, ...fields } }
}

/** Returns the starts for new automations. A function, because their texts depend on the language. */
const starts = (): Start[] => [
  startOf('greeting', {
    trigger: 'conversation_started',
    hours: 'open',
    reply: say('automation.start.greetingText'),
  }),
  startOf('away', { trigger: 'message_received', hours: 'closed', reply: say('automation.start.awayText') }),
  startOf('turns', { trigger: 'conversation_started', capacity: '10' }),
  startOf('sort', { trigger: 'message_received', words: say('automation.start.sortWords') }),
  startOf('rating', { trigger: 'chat_resolved', rating: say('automation.start.ratingText') }),
]

/** Objects that have names, by kind; undefined until they are known. */
type Names = {
  team: readonly { id: string; name: string }[] | undefined
  departments: readonly Department[] | undefined
  labels: readonly Label[] | undefined
}

/** Returns the name of the object with this id; the id until the names are known. A rule can still refer to an object that was removed. */
const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string) =>
  list ? (list.find((item) => item.id === id)?.name ?? say('automation.gone')) : id

/** Describes what an automation does, for its row in the list: of a reply, which can be long, only the beginning. */
function summaryOf({ actions: { assign, labels = [], reply, rating } }: Automation, names: Names): string {
  const parts = [
    assign?.member ? say('chat.assignMember', { name: nameIn(names.team, assign.member) }) : '',
    assign?.department ? say('automation.does.turns', { name: nameIn(names.departments, assign.department) }) : '',
    labels.length > 0
      ? say('automation.does.label', { labels: labels.map((id) => nameIn(names.labels, id)).join(', ') })
      : '',
    reply ? say('automation.does.reply', { text: reply.message.slice(0, 80) }) : '',
    rating ? say('automation.rating') : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The list of automations, each with what it does. A rule has only ids, so the names come from the team, departments and labels. */
export function AutomationsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const mayCreate = may('automations.create')
  const { data: team } = useQuery(teamQuery(workspace))
  const { data: labels } = useQuery(labelsQuery(workspace))
  const { data: departments } = useQuery(departmentsQuery(workspace))
  const summary = (each: Automation) => summaryOf(each, { team, departments, labels })
  const query = useQuery(automationsQuery(workspace))
  const turn = (enabled: boolean) => ({
    isAllowed: may('automations.update'),
    name: say(enabled ? 'word.turnOn' : 'word.turnOff'),
    text: (rows: readonly Automation[]) =>
      say(enabled ? 'automation.turnOnWhy' : 'automation.turnOffWhy', { name: namesOf(rows) }),
    run: ({ id }: Automation) => api.automations.update({ id, enabled }),
  })
  const remove = removal(may('automations.remove'), 'automation.removeWhy', (row) => api.automations.remove(row))
  return (
    <Resource
      title={say('nav.automations')}
      lead={say('automation.lead')}
      query={query}
      columns={columns(summary)}
      nameOf={({ name }) => name}
      textOf={(each) => `${each.name} ${summary(each)}`}
      empty={{ title: say('automation.none'), why: say('automation.noneWhy') }}
      create={mayCreate && { name: say('automation.new'), to: 'settings/automations/new' }}
      bulk={useBulk(['automations'], [turn(true), turn(false), remove])}
    >
      {mayCreate && query.data && <Starts />}
    </Resource>
  )
}

const columns = (summary: (each: Automation) => string): Column<Automation>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name }) => <PlaceLink to={`settings/automations/${id}`}>{name}</PlaceLink>,
  },
  { name: say('automation.when'), cell: ({ trigger }) => say(`automation.trigger.${trigger}`) },
  { name: say('automation.then'), cell: summary },
  { name: say('automation.enabled'), cell: (each) => <EnabledBox automation={each} /> },
]

/** Checkbox that turns an automation on or off. Shows the new state while it is being saved. */
export function EnabledBox({ automation: { id, name, enabled } }: { automation: Automation }) {
  const may = useMay()
  const save = useAction({
    run: (next: boolean) => api.automations.update({ id, enabled: next }),
    changes: ['automations'],
  })
  return (
    <Checkbox
      size="sm"
      aria-label={say('automation.enable', { name })}
      checked={save.isPending ? save.variables : enabled}
      disabled={!may('automations.update')}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  )
}

/** Offers to start a new automation with fields that are filled in. */
function Starts() {
  return (
    <section className={styles.templates} aria-label={say('nav.templates')}>
      <ul className={styles.starts}>
        {starts().map(({ kind, title, why }) => (
          <li key={kind}>
            <b>{title}</b>
            <p>{why}</p>
            <PlaceLink to="settings/automations/new" search={{ kind }}>
              {say('automation.start')}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Creates an automation, with the fields of a start if the URL names one. It is disabled at first, so that it can be tested. */
export function NewAutomationScreen() {
  const openPlace = useOpenPlace()
  const { kind = '' } = useSearch({ strict: false }) as { kind?: string }
  const start = starts().find((each) => each.kind === kind)
  const send = useKeyed(api.automations.create)
  const create = useAction({
    run: (input: ReturnType<typeof inputOf>) => send({ ...input, enabled: false }),
    changes: ['automations'],
    isOfForm: true,
  })
  const mayCreate = useMay()('automations.create')
  if (!mayCreate) return <Problem />
  return (
    <Page
      title={say('automation.new')}
      lead={start?.why ?? say('automation.newLead')}
      back={{ to: 'settings/automations', name: say('nav.automations') }}
    >
      <Panel>
        <AutomationForm
          isNew
          key={kind}
          initial={start?.fields ?? emptyFields}
          action={create}
          onSubmit={(input) => create.mutate(input, { onSuccess: ({ id }) => openPlace(`settings/automations/${id}`) })}
        />
      </Panel>
    </Page>
  )
}
