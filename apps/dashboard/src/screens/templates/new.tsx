import type { TemplatesCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Page } from '../../parts/page.tsx'
import { sayDone } from '../../parts/say-problem.ts'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { stateOfTemplate } from './statuses.ts'
import { TemplateForm } from './template-form.tsx'

/** Creates a template and submits it to the provider. */
export function NewTemplateScreen() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (input: TemplatesCreateInput) => api.templates.create(input),
    onSuccess: async ({ status }) => {
      sayDone(say('template.submitted', { status: stateOfTemplate(status).text }))
      await client.invalidateQueries({ queryKey: ['templates', workspace] })
      await navigate({ href: `/${workspace}/templates` })
    },
  })
  return (
    <Page
      title={say('template.new')}
      back={{ to: 'templates', name: say('nav.templates') }}
      lead={say('template.newLead')}
    >
      <TemplateForm onSubmit={create.mutate} isBusy={create.isPending} error={create.error} />
    </Page>
  )
}
