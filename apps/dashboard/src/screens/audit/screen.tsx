import type { AuditEntry } from '@posthorn/sdk'
import { queryOptions, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, departmentsQuery, labelsQuery, numbersQuery, paged, segmentsQuery, teamQuery } from '../../api/api.ts'
import { SelectField, TextField, useFields } from '../../parts/form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { CodeBlock, CopyButton, Facts, Page } from '../../parts/page.tsx'
import { FilterForm, ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import styles from './audit.module.css'
import { type AuditFilter, inputOf, type Names, operationChoices, operationName, targetName } from './log.ts'

type Named = { id: string; name: string | null; url?: string }

/** Current names of the first hundred objects of a kind, for entries that recorded none. A webhook without a name is shown with the URL. */
const namesQuery = (kind: string, workspaceId: string, read: () => Promise<{ items: readonly Named[] }>) =>
  queryOptions({
    queryKey: [kind, workspaceId, 'names'],
    queryFn: async () => (await read()).items.map(({ id, name, url = '' }) => ({ id, name: name ?? url })),
  })

/**
 * Returns the current names of the members, numbers and other objects that the entries are about. Reads only the lists that contain them.
 * Objects of kinds without such a list, such as contacts, have none.
 */
function useNames(entries: readonly AuditEntry[]): Names {
  const workspace = useWorkspaceId()
  const isNeeded = (prefix: string) => entries.some(({ target }) => target?.startsWith(`${prefix}_`))
  const found = useQueries({
    queries: [
      { ...teamQuery(workspace), enabled: isNeeded('mem') },
      { ...numbersQuery(workspace), enabled: isNeeded('num') },
      { ...labelsQuery(workspace), enabled: isNeeded('lbl') },
      { ...departmentsQuery(workspace), enabled: isNeeded('dep') },
      { ...segmentsQuery(workspace), enabled: isNeeded('seg') },
      { ...namesQuery('webhooks', workspace, () => api.webhooks.list({ size: 100 }).page()), enabled: isNeeded('whk') },
      {
        ...namesQuery('automations', workspace, () => api.automations.list({ size: 100 }).page()),
        enabled: isNeeded('atm'),
      },
      { ...namesQuery('groups', workspace, () => api.groups.list({ size: 100 }).page()), enabled: isNeeded('grp') },
    ],
  })
  return new Map(found.flatMap(({ data = [] }) => data.map(({ id, name }): [string, string] => [id, name])))
}

const auditQuery = (workspaceId: string, filter: AuditFilter) =>
  paged<AuditEntry>(['audit', workspaceId, filter], (cursor, options) =>
    api.audit.list({ size: 50, ...cursor, ...inputOf(filter) }, options).page(),
  )

/** The audit log. The URL contains the filter, so that a link can show the same entries. */
export function AuditScreen() {
  const { actor, operation, target, from, to } = useSearch({ strict: false }) as AuditFilter
  const filter = { actor, operation, target, from, to } as AuditFilter
  const query = useInfiniteQuery(auditQuery(useWorkspaceId(), filter))
  const names = useNames(query.data ?? [])
  return (
    <Page title={say('nav.audit')} lead={say('audit.lead')}>
      <ListPanel
        query={query}
        empty={say('audit.none')}
        emptyWhy={say('audit.noneWhy')}
        label={say('nav.audit')}
        columns={columns(names)}
        keyOf={({ id }) => id}
        isTitled={false}
      >
        <Filter filter={filter} />
      </ListPanel>
    </Page>
  )
}

/** The filter's fields. They follow the URL, which also changes when the person goes back. */
function Filter({ filter }: { filter: AuditFilter }) {
  const members = useQuery(teamQuery(useWorkspaceId())).data ?? []
  const { actor = '', operation = '', target = '', from = '', to = '' } = filter
  const { fields, bind, reset } = useFields({ actor, operation, target, from, to })
  useEffect(reset, [actor, operation, target, from, to])
  const people = members.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterForm values={fields}>
      <SelectField
        size="xs"
        label={say('audit.actor')}
        data={[{ value: '', label: say('audit.anybody') }, ...people]}
        {...bind('actor')}
      />
      <SelectField
        size="xs"
        label={say('audit.operation')}
        data={[{ value: '', label: say('audit.allOperations') }, ...operationChoices(operation)]}
        {...bind('operation')}
      />
      <TextField size="xs" label={say('audit.target')} placeholder="num_…" {...bind('target')} />
      <TextField size="xs" type="date" max="9999-12-31" label={say('audit.from')} {...bind('from')} />
      <TextField size="xs" type="date" max="9999-12-31" label={say('replay.to')} {...bind('to')} />
    </FilterForm>
  )
}

const columns = (names: Names): Column<AuditEntry>[] => [
  {
    name: say('word.time'),
    cell: ({ createdAt }) => <Moment at={createdAt} text={fullMoment(createdAt)} />,
    isNumber: true,
  },
  { name: say('audit.actor'), cell: ({ actor }) => actor.name ?? actor.id },
  {
    name: say('audit.operation'),
    cell: (entry) => (
      <span>
        <b>{operationName(entry.operation)}</b>
        <br />
        <small>{targetName(entry, names)}</small>
      </span>
    ),
  },
  { name: say('me.address'), cell: ({ ip }) => ip },
  { name: say('audit.changed'), cell: (entry) => <Changes entry={entry} /> },
]

/** Shows which fields an entry changed, the request's input, and what identifies the entry. */
function Changes({ entry }: { entry: AuditEntry }) {
  const { changes, given, truncated } = entry
  const all = changes.flatMap(({ thing, id, before, after }) =>
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
      name: `${thing}.${name}`,
      key: `${thing} ${id} ${name}`,
      before: before?.[name],
      after: after?.[name],
    })),
  )
  // Skip unchanged fields, because a new object has many empty fields.
  const fields = all.filter(({ before, after }) => textOf(before) !== textOf(after))
  return (
    <details className={styles.details}>
      <summary>{fields.length > 0 ? say('audit.changes', { count: fields.length }) : say('audit.details')}</summary>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ key, name, before, after }) => (
            <li key={key}>
              <code>{name}</code> {textOf(before)} › {textOf(after)}
            </li>
          ))}
        </ul>
      )}
      {truncated && <p>{say('audit.truncated')}</p>}
      <CodeBlock label={say('audit.given')} text={JSON.stringify(given, null, 2)} />
      <Identity entry={entry} />
    </details>
  )
}

/** Shows what identifies an entry: the ids of its object and request, its operation, and the beginning of its hash, which the API has whole. */
function Identity({ entry: { operation, target, requestId, hash } }: { entry: AuditEntry }) {
  const id = target && (
    <span className={styles.id}>
      <code>{target}</code> <CopyButton text={target} />
    </span>
  )
  return (
    <Facts
      facts={[
        [say('audit.target'), id],
        [say('audit.name'), <code key="name">{operation}</code>],
        [say('problem.request'), requestId],
        [say('audit.hash'), <code key="hash">{hash.slice(0, 16)}</code>],
      ]}
    />
  )
}

/** Returns a field's value as text; a dash if it has none. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
