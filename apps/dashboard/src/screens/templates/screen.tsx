import { NativeSelect } from '@mantine/core'
import type { Template } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { numbersQuery, templatesQuery } from '../../api/lists.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { NewButton } from '../../parts/new-button.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { categoryOf, refusalOf, stateOfTemplate } from './statuses.ts'

/** A number's templates, with status and rejection reason. */
export function TemplatesScreen() {
  const workspace = useWorkspaceId()
  const numbers = useQuery(numbersQuery(workspace)).data ?? []
  const may = useMay()
  const { number: named = '', q } = useSearch({ strict: false })
  const [chosen, setChosen] = useState(named)
  const number = chosen || numbers.find((each) => each.default)?.id || numbers[0]?.id || ''
  const query = useQuery({ ...templatesQuery(workspace, number), enabled: number !== '' })
  const select = numbers.length > 1 && (
    <NativeSelect
      aria-label={say('channel.number')}
      data={numbers.map(({ id, name }) => ({ value: id, label: name }))}
      value={number}
      onChange={(event) => setChosen(event.currentTarget.value)}
    />
  )
  const actions = (
    <>
      {q && <PlaceLink to="templates">{say('template.all')}</PlaceLink>}
      {select}
      {may('templates.create') && <NewButton to="templates/new" name={say('template.new')} />}
    </>
  )
  return (
    <Page title={say('nav.templates')} lead={say('template.lead')} actions={actions}>
      <Loaded query={query}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty title={say('template.noneYet')}>{say('template.noneYetWhy')}</Empty>
          ) : (
            <Rows
              label={say('nav.templates')}
              columns={columns(number)}
              rows={templates.filter(({ name }) => q === undefined || name.includes(q))}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

const columns = (number: string): Column<Template>[] => [
  {
    name: say('channel.name'),
    cell: ({ name, language }) => (
      <span>
        <b>{name}</b> <small>{language}</small>
      </span>
    ),
  },
  {
    name: say('template.status'),
    cell: ({ status, rejectedReason }) => (
      <span>
        <Status {...stateOfTemplate(status)} />
        {refusalOf(rejectedReason) && <small>{` ${refusalOf(rejectedReason)}`}</small>}
      </span>
    ),
  },
  { name: say('template.category'), cell: categoryOf },
  { name: say('template.body'), cell: ({ body }) => body },
  { name: '', cell: ({ name }) => <RemoveButton number={number} name={name} /> },
]

function RemoveButton({ number, name }: { number: string; name: string }) {
  const workspace = useWorkspaceId()
  const mayRemove = useMay()('templates.remove')
  const remove = useAction({
    run: () => api.templates.remove({ id: number, name }),
    changes: [['templates', workspace]],
    done: () => say('template.isDeleted', { name }),
  })
  if (!mayRemove) return null
  return (
    <ConfirmButton
      name={say('template.delete')}
      text={say('template.deleteWhy', { name })}
      run={() => remove.mutateAsync(undefined)}
      button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
    />
  )
}
