import { NativeSelect } from '@mantine/core'
import type { Template } from '@posthorn/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { numbersQuery, templatesQuery } from '../../api/lists.ts'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { categoryOf, refusalOf, stateOfTemplate } from './statuses.ts'

/** A number's templates, with status and rejection reason. */
export function TemplatesScreen() {
  const workspace = useWorkspaceId()
  const numbers = useQuery(numbersQuery(workspace)).data ?? []
  const may = useMay()
  const client = useQueryClient()
  const { number: named = '' } = useSearch({ strict: false })
  const [chosen, setChosen] = useState(named)
  const number = chosen || numbers.find((each) => each.default)?.id || numbers[0]?.id || ''
  const remove = {
    name: say('template.delete'),
    text: (templates: readonly Template[]) =>
      say('template.deleteWhy', { name: templates.map(({ name }) => name).join(', ') }),
    run: ({ name }: Template) => api.templates.remove({ id: number, name }),
    onDone: () => client.invalidateQueries({ queryKey: ['templates', workspace] }),
    isGrave: true,
  }
  const select = numbers.length > 1 && (
    <NativeSelect
      aria-label={say('channel.number')}
      data={numbers.map(({ id, name }) => ({ value: id, label: name }))}
      value={number}
      onChange={(event) => setChosen(event.currentTarget.value)}
    />
  )
  return (
    <Resource
      title={say('nav.templates')}
      lead={say('template.lead')}
      actions={select}
      query={useQuery({ ...templatesQuery(workspace, number), enabled: number !== '' })}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, language, body }) => [name, language, body].join(' ')}
      empty={{ title: say('template.noneYet'), why: say('template.noneYetWhy') }}
      create={may('templates.create') && { name: say('template.new'), to: 'templates/new' }}
      bulk={may('templates.remove') ? [remove] : []}
    />
  )
}

const columns = (): Column<Template>[] => [
  {
    name: say('channel.name'),
    cell: ({ name, language }) => (
      <span>
        <b>{name}</b> <small>{language}</small>
      </span>
    ),
    by: ({ name }) => name,
  },
  {
    name: say('template.status'),
    cell: ({ status, rejectedReason }) => (
      <span>
        <Status {...stateOfTemplate(status)} />
        {refusalOf(rejectedReason) && <small>{` ${refusalOf(rejectedReason)}`}</small>}
      </span>
    ),
    by: ({ status }) => stateOfTemplate(status).text,
  },
  { name: say('template.category'), cell: categoryOf, by: categoryOf },
  { name: say('template.body'), cell: ({ body }) => body },
]
