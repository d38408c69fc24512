import type { Contact } from '@posthorn/sdk'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { tagsIn } from './tags.ts'

/** Changes what is known of a contact, and their tags. */
export function ContactForm({ contact }: { contact: Contact }) {
  const workspace = useWorkspaceId()
  const mayChange = useMay()('contacts.update')
  const { id, name, email, company, tags } = contact
  const { fields, bind } = useFields(
    { name: name ?? '', email: email ?? '', company: company ?? '', tags: tags.join(', ') },
    !mayChange,
  )
  const save = useAction({
    run: async () => {
      const known = { name: fields.name, email: fields.email, company: fields.company }
      const texts = Object.entries(known).map(([key, value]) => [key, value.trim() || null])
      await api.contacts.update({ id, ...Object.fromEntries(texts), tags: tagsIn(fields.tags) })
    },
    changes: [['contacts', workspace]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const submit = () => save.mutate(undefined)
  return (
    <Panel title={say('contact.known')}>
      <DeskForm
        submitName={say('desk.save')}
        {...{ isBusy: save.isPending, error: save.error, isReadOnly: !mayChange }}
        onSubmit={submit}
      >
        <TextField label={say('about.name')} {...bind('name')} />
        <TextField label={say('about.email')} type="email" {...bind('email')} />
        <TextField label={say('about.company')} {...bind('company')} />
        <TextField label={say('contact.tags')} description={say('contact.tagsHelp')} {...bind('tags')} />
      </DeskForm>
    </Panel>
  )
}
