import type { Template, TemplatesCreateInput } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, templatesQuery } from '../../api/api.ts'
import { NumberField, useNumber } from '../../messages/number-field.tsx'
import { Status } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column, namesOf, useBulk } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { categoryOf, refusalOf, stateOfTemplate } from './statuses.ts'
import { TemplateForm } from './template-form.tsx'

/** Form in the drawer. Submits the template to the provider. */
function NewTemplateForm({ onDone }: { onDone: () => void }) {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (input: TemplatesCreateInput) => api.templates.create(input),
    onSuccess: async ({ status }) => {
      sayDone(say('template.submitted', { status: stateOfTemplate(status).text }))
      await client.invalidateQueries({ queryKey: ['templates', workspace] })
      onDone()
    },
  })
  return (
    <>
      <p>{say('template.newLead')}</p>
      <TemplateForm onSubmit={create.mutate} isBusy={create.isPending} error={create.error} />
    </>
  )
}

export function TemplatesScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const { number: named = '' } = useSearch({ strict: false })
  const choice = useNumber(named)
  const { number } = choice
  const remove = {
    isAllowed: may('templates.remove'),
    name: say('template.delete'),
    text: (templates: readonly Template[]) => say('template.deleteWhy', { name: namesOf(templates) }),
    run: ({ name }: Template) => api.templates.remove({ id: number, name }),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.templates')}
      lead={say('template.lead')}
      actions={<NumberField aria-label={say('channel.number')} choice={choice} />}
      query={useQuery({ ...templatesQuery(workspace, number), enabled: number !== '' })}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, language, body }) => [name, language, body].join(' ')}
      empty={{ title: say('template.noneYet'), why: say('template.noneYetWhy') }}
      create={
        may('templates.create') && {
          name: say('template.new'),
          form: (onDone) => <NewTemplateForm onDone={onDone} />,
          isWide: true,
        }
      }
      bulk={useBulk([['templates', workspace]], [remove])}
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
