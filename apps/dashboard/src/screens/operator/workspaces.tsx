import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeyed } from '../../api/api.ts'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, TextField, useFields } from '../../parts/form.tsx'
import { FormButton } from '../../parts/form-drawer.tsx'
import { useAction } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { fullMoment, say } from '../../words/words.ts'
import { operator, type Workspace, workspacesQuery } from './data.ts'

type Link = { workspace: string; token: string; expiresAt: string }

/** All workspaces. The operator can create one, and get the link for its first owner's account. */
export function Workspaces() {
  const [link, setLink] = useState<Link>()
  const welcome = useAction({
    run: async ({ id, name }: Workspace) => {
      const { token, expiresAt } = await operator.welcome(id)
      if (token === null || expiresAt === null) sayDone(say('operator.hasOwner', { name }))
      else setLink({ workspace: name, token, expiresAt })
    },
    changes: [],
  })
  const button = (
    <FormButton
      isMain
      name={say('operator.newWorkspace')}
      open="new"
      form={(onDone) => <NewWorkspace onMade={welcome.mutate} onDone={onDone} />}
    />
  )
  return (
    <>
      <ListPanel
        query={useQuery(workspacesQuery())}
        label={say('operator.workspaces')}
        columns={columns((workspace) => welcome.mutate(workspace))}
        keyOf={({ id }) => id}
        actions={button}
      />
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  )
}

const columns = (onWelcome: (workspace: Workspace) => void): Column<Workspace>[] => [
  { name: say('nav.workspace'), cell: ({ name }) => name },
  { name: say('operator.id'), cell: ({ id }) => <code>{id}</code> },
  { name: say('group.createdAt'), cell: ({ createdAt }) => fullMoment(createdAt) },
  {
    name: '',
    cell: (workspace) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${say('operator.ownerLink')}: ${workspace.name}`}
        onClick={() => onWelcome(workspace)}
      >
        {say('operator.ownerLink')}
      </Button>
    ),
  },
]

/** Form that creates a workspace, only one also if it is submitted again. `onMade` then fetches the link for its owner. */
function NewWorkspace({ onMade, onDone }: { onMade: (workspace: Workspace) => void; onDone: () => void }) {
  const { fields, bind } = useFields({ name: '' })
  const send = useKeyed(operator.createWorkspace)
  const create = useAction({
    run: async () => onMade(await send({ name: fields.name.trim() })),
    changes: ['operator'],
    isOfForm: true,
  })
  return (
    <DeskForm
      submitName={say('operator.create')}
      action={create}
      onSubmit={() => create.mutate(undefined, { onSuccess: onDone })}
    >
      <TextField label={say('word.name')} required data-autofocus {...bind('name')} />
    </DeskForm>
  )
}

/** Shows the link for a workspace's first owner once. The token is behind a #, which browsers don't send to servers. */
function LinkDialog({ link: { workspace, token, expiresAt }, onClose }: { link: Link; onClose: () => void }) {
  return (
    <SecretDialog
      title={say('operator.linkOf', { workspace })}
      secret={`${location.origin}/app/welcome#${token}`}
      onClose={onClose}
    >
      <p>{say('operator.linkWhy', { time: fullMoment(expiresAt) })}</p>
    </SecretDialog>
  )
}
