import type { SavedReply } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, repliesQuery, useKeyed } from '../../api/api.ts'
import { PlaceholderField } from '../../messages/placeholders.tsx'
import { removal, useBulk } from '../../parts/bulk.tsx'
import { useChanges } from '../../parts/changes.ts'
import { DeskForm, TextField, useFields } from '../../parts/form.tsx'
import { useSave } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

/** The team's saved replies, which the composer suggests after a slash. */
export function RepliesScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = removal(may('replies.remove'), 'reply.removeWhy', (row) => api.replies.remove(row))
  return (
    <Resource
      title={say('nav.replies')}
      lead={say('reply.lead')}
      query={useQuery(repliesQuery(workspace))}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, shortcut, folder, message }) => [name, shortcut, folder, message].join(' ')}
      empty={{ title: say('reply.none'), why: say('reply.noneWhy') }}
      create={may('replies.create') && { name: say('reply.new'), form: (onDone) => <ReplyForm onDone={onDone} /> }}
      edit={may('replies.update') ? (reply, onDone) => <ReplyForm reply={reply} onDone={onDone} /> : undefined}
      bulk={useBulk(['replies'], [remove])}
    />
  )
}

const columns = (): Column<SavedReply>[] => [
  { name: say('word.name'), cell: ({ name }) => name, by: ({ name }) => name },
  { name: say('reply.shortcut'), cell: ({ shortcut }) => shortcut && `/${shortcut}`, by: ({ shortcut }) => shortcut },
  { name: say('reply.folder'), cell: ({ folder }) => folder, by: ({ folder }) => folder },
  { name: say('word.message'), cell: ({ message }) => message.slice(0, 120) },
]

/** Form that creates a saved reply, or changes the given one. The shortcut may be entered with its slash. */
function ReplyForm({ reply, onDone }: { reply?: SavedReply; onDone: () => void }) {
  const { fields, bind } = useFields({
    name: reply?.name ?? '',
    shortcut: reply?.shortcut ?? '',
    folder: reply?.folder ?? '',
    message: reply?.message ?? '',
  })
  const input = { name: fields.name.trim(), message: fields.message }
  const shortcut = fields.shortcut.trim().replace(/^\//, '')
  const folder = fields.folder.trim()
  const [changes] = useChanges({ ...input, shortcut: shortcut || null, folder: folder || null })
  const create = useKeyed(api.replies.create)
  const save = useSave(['replies'], () => {
    if (reply) return api.replies.update({ id: reply.id, ...changes })
    return create({ ...input, ...(shortcut ? { shortcut } : {}), ...(folder ? { folder } : {}) })
  })
  return (
    <DeskForm
      operation="replies.create"
      action={save}
      changes={reply && changes}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
    >
      <TextField label={say('word.name')} data-autofocus {...bind('name')} />
      <TextField label={say('reply.shortcut')} placeholder="parcel" {...bind('shortcut')} />
      <TextField label={say('reply.folder')} {...bind('folder')} />
      <PlaceholderField rows={8} label={say('word.message')} {...bind('message')} />
    </DeskForm>
  )
}
