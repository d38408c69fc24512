import { Checkbox } from '@mantine/core'
import type { Automation, Department, Label } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, departmentsQuery, labelsQuery, teamQuery, useAction } from '../../api/api.ts'
import { PlaceLink } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column, namesOf, useBulk } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import styles from './automations.module.css'
import { automationsQuery } from './data.ts'
import { templates } from './templates.ts'

type Names = {
  team: readonly { id: string; name: string }[]
  departments: readonly Department[]
  labels: readonly Label[]
}

/** Returns the name of the object with this id. A rule can still refer to an object that was removed. */
const nameIn = (list: readonly { id: string; name: string }[], id: string | undefined) =>
  list.find((item) => item.id === id)?.name ?? say('automation.gone')

/** Describes in one line what an automation does. */
function summaryOf({ actions: { assign, labels = [], reply, rating } }: Automation, names: Names): string {
  const parts = [
    assign?.member ? say('automation.does.member', { name: nameIn(names.team, assign.member) }) : '',
    assign?.department ? say('automation.does.turns', { name: nameIn(names.departments, assign.department) }) : '',
    labels.length > 0
      ? say('automation.does.label', { labels: labels.map((id) => nameIn(names.labels, id)).join(', ') })
      : '',
    reply ? say('automation.does.reply', { text: reply.message.slice(0, 80) }) : '',
    rating ? say('automation.does.rating') : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

export function AutomationsScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const mayCreate = may('automations.create')
  const { data: team = [] } = useQuery(teamQuery(workspace))
  const { data: labels = [] } = useQuery(labelsQuery(workspace))
  const { data: departments = [] } = useQuery(departmentsQuery(workspace))
  const summary = (each: Automation) => summaryOf(each, { team, departments, labels })
  const query = useQuery(automationsQuery(workspace))
  const turn = (enabled: boolean) => ({
    isAllowed: may('automations.update'),
    name: say(enabled ? 'automation.turnOn' : 'automation.turnOff'),
    text: (rows: readonly Automation[]) =>
      say(enabled ? 'automation.turnOnWhy' : 'automation.turnOffWhy', { name: namesOf(rows) }),
    run: ({ id }: Automation) => api.automations.update({ id, enabled }),
  })
  const remove = {
    isAllowed: may('automations.remove'),
    name: say('reply.remove'),
    text: (rows: readonly Automation[]) => say('automation.removeWhy', { name: namesOf(rows) }),
    run: ({ id }: Automation) => api.automations.remove({ id }),
    isGrave: true,
  }
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
      bulk={useBulk([['automations', workspace]], [turn(true), turn(false), remove])}
    >
      {mayCreate && query.data && <Starts />}
    </Resource>
  )
}

const columns = (summary: (each: Automation) => string): Column<Automation>[] => [
  {
    name: say('about.name'),
    cell: ({ id, name }) => <PlaceLink to={`settings/automations/${id}`}>{name}</PlaceLink>,
  },
  { name: say('automation.when'), cell: ({ trigger }) => say(`automation.trigger.${trigger}`) },
  { name: say('automation.then'), cell: summary },
  { name: say('automation.enabled'), cell: (each) => <EnabledBox automation={each} /> },
]

/** Checkbox that turns an automation on or off. Shows the new state while it is being saved. */
export function EnabledBox({ automation: { id, name, enabled } }: { automation: Automation }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const save = useAction({
    run: (next: boolean) => api.automations.update({ id, enabled: next }),
    changes: [['automations', workspace]],
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

/** Templates that a new automation can start from. */
function Starts() {
  return (
    <section className={styles.templates} aria-label={say('automation.starts')}>
      <ul className={styles.starts}>
        {templates().map(({ kind, title, why }) => (
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
