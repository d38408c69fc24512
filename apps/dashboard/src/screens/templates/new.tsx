import type { TemplatesCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { sayDone } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { stateOfTemplate } from './statuses.ts'
import { TemplateForm } from './template-form.tsx'

/** Form in the drawer. Submits the template to the provider. */
export function NewTemplateForm({ onDone }: { onDone: () => void }) {
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
