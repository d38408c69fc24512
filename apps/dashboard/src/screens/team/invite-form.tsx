import type { InvitationsCreateInput, NewInvitation } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../api/auth.ts'
import { api } from '../../api/client.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useMe, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { rolesUpTo } from './roles.ts'

/** Invites someone. The link is shown once. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const roles = rolesUpTo(useMe().member?.role)
  const { fields, bind } = useFields({ email: '' })
  const [role, setRole] = useState<Role>('agent')
  const [made, setMade] = useState<NewInvitation>()
  const invite = useMutation({
    mutationFn: (input: InvitationsCreateInput) => api.invitations.create(input),
    onSuccess: (invitation) => {
      setMade(invitation)
      return client.invalidateQueries({ queryKey: ['team', workspace] })
    },
  })
  const submit = () => invite.mutate({ email: fields.email.trim(), role })
  return (
    <>
      <DeskForm
        operation="invitations.create"
        submitName={say('team.invite')}
        isBusy={invite.isPending}
        error={invite.error}
        onSubmit={submit}
      >
        <TextField label={say('signIn.email')} type="email" data-autofocus {...bind('email')} />
        <SelectField
          name="role"
          label={say('team.role')}
          data={roles.map((each) => ({ value: each, label: say(`role.${each}`) }))}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
      </DeskForm>
      {made && <LinkDialog invitation={made} onClose={onDone} />}
    </>
  )
}

function LinkDialog({ invitation, onClose }: { invitation: NewInvitation; onClose: () => void }) {
  const { link, email, expiresAt, mailed } = invitation
  return (
    // Without a public URL, the installation only knows the path.
    <SecretDialog title={say('team.link', { email })} secret={new URL(link, location.origin).href} onClose={onClose}>
      <p>{say(mailed ? 'team.linkMailed' : 'team.linkWhy', { time: fullMoment(expiresAt) })}</p>
    </SecretDialog>
  )
}
