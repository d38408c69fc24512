import { Button } from '@mantine/core'
import type { SavedReply } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { repliesQuery } from '../../api/replies.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Empty } from '../../parts/empty.tsx'
import { TextAreaField, TextField } from '../../parts/fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'

/** Saved replies. */
export function RepliesScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const [edited, setEdited] = useState<SavedReply>()
  const query = useQuery(repliesQuery(workspace))
  return (
    <Page title={say('nav.replies')} lead={say('reply.lead')}>
      <Panel>
        <Loaded query={query}>
          {(replies) =>
            replies.length === 0 ? (
              <Empty title={say('reply.none')} />
            ) : (
              <Rows label={say('nav.replies')} columns={columns(setEdited)} rows={replies} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
      {may('replies.create') && (
        <ReplyForm key={edited?.id ?? 'new'} reply={edited} onDone={() => setEdited(undefined)} />
      )}
    </Page>
  )
}

const columns = (onEdit: (reply: SavedReply) => void): Column<SavedReply>[] => [
  { name: say('about.name'), cell: ({ name }) => <b>{name}</b> },
  { name: say('reply.shortcut'), cell: ({ shortcut }) => shortcut && `/${shortcut}` },
  { name: say('reply.folder'), cell: ({ folder }) => folder },
  { name: say('reply.text'), cell: ({ message }) => message.slice(0, 120) },
  { name: '', cell: (reply) => <ReplyButtons reply={reply} onEdit={() => onEdit(reply)} /> },
]

function ReplyButtons({ reply: { id, name }, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const remove = useAction({ run: () => api.replies.remove({ id }), changes: [['replies', workspace]] })
  return (
    <span>
      {may('replies.update') && (
        <Button variant="default" size="compact-xs" onClick={onEdit}>
          {say('reply.edit')}
        </Button>
      )}{' '}
      {may('replies.remove') && (
        <ConfirmButton
          name={say('reply.remove')}
          text={say('reply.removeWhy', { name })}
          run={() => remove.mutateAsync(undefined)}
          button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
        />
      )}
    </span>
  )
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | undefined; onDone: () => void }) {
  const workspace = useWorkspaceId()
  const { fields, bind, clear } = useFields({
    name: reply?.name ?? '',
    shortcut: reply?.shortcut ?? '',
    folder: reply?.folder ?? '',
    message: reply?.message ?? '',
  })
  const save = useAction({
    run: () => {
      const { name, message } = fields
      const shortcut = fields.shortcut.trim().replace(/^\//, '')
      const folder = fields.folder.trim()
      const optional = { ...(shortcut ? { shortcut } : {}), ...(folder ? { folder } : {}) }
      if (reply === undefined) return api.replies.create({ name: name.trim(), message, ...optional })
      return api.replies.update({ id: reply.id, name: name.trim(), message, ...optional })
    },
    changes: [['replies', workspace]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const submit = () => save.mutate(undefined, { onSuccess: () => (clear(), onDone()) })
  const cancel = reply && (
    <Button variant="default" onClick={onDone}>
      {say('desk.cancel')}
    </Button>
  )
  return (
    <Panel title={reply ? reply.name : say('reply.new')}>
      <DeskForm
        submitName={say('desk.save')}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={submit}
        more={cancel}
      >
        <TextField label={say('about.name')} required {...bind('name')} />
        <TextField label={say('reply.shortcut')} placeholder="parcel" {...bind('shortcut')} />
        <TextField label={say('reply.folder')} {...bind('folder')} />
        <TextAreaField label={say('reply.text')} rows={4} required {...bind('message')} />
      </DeskForm>
    </Panel>
  )
}
