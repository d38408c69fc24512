import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextField, useFields } from '../../parts/fields.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

export function NewContactForm() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { q = '' } = useSearch({ strict: false })
  const { fields, bind } = useFields({ phone: q, name: '', email: '', company: '' })
  const create = useMutation({
    mutationFn: () => {
      const given = Object.entries(fields).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []))
      return api.contacts.create(Object.fromEntries(given) as Parameters<typeof api.contacts.create>[0])
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['contacts', workspace] })
      await navigate({ href: `/${workspace}/contacts/${id}` })
    },
  })
  return (
    <DeskForm
      operation="contacts.create"
      submitName={say('contact.create')}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={create.mutate}
    >
      <TextField label={say('about.phone')} type="tel" required data-autofocus {...bind('phone')} />
      <TextField label={say('about.name')} {...bind('name')} />
      <TextField label={say('about.email')} type="email" {...bind('email')} />
      <TextField label={say('about.company')} {...bind('company')} />
    </DeskForm>
  )
}
