import type { Group, Participant } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api, paged } from '../../api/api.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, phonesOf, TextAreaField, useFields } from '../../parts/form.tsx'
import { FormButton } from '../../parts/form-drawer.tsx'
import { Status, type Tone, useAction } from '../../parts/page.tsx'
import { errorText } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say, shortMoment } from '../../words/words.ts'

const personTones: Readonly<Record<Participant['status'], Tone>> = {
  invited: 'warn',
  joined: 'good',
  removing: 'warn',
  removed: 'quiet',
  left: 'quiet',
  canceled: 'quiet',
  failed: 'bad',
}

/** People in a group, including those who are invited or have left. */
const participantsQuery = (workspaceId: string, groupId: string) =>
  paged<Participant>(['groups', workspaceId, groupId, 'participants'], (cursor, options) =>
    api.participants.list({ id: groupId, size: 50, ...cursor }, options).page(),
  )

/** The people in a group, and those who are invited or have left. People can be invited while the group is active or being created. */
export function People({ group }: { group: Group }) {
  const query = useInfiniteQuery(participantsQuery(useWorkspaceId(), group.id))
  const mayInvite = useMay()('participants.invite')
  const isOpen = group.status === 'active' || group.status === 'creating'
  const button = mayInvite && isOpen && (
    <FormButton
      name={say('team.invite')}
      open="new-people"
      form={(onDone) => <InviteForm groupId={group.id} onDone={onDone} />}
    />
  )
  return (
    <ListPanel
      query={query}
      empty={say('group.nobody')}
      emptyWhy={say('group.nobodyWhy')}
      label={say('group.people')}
      columns={columns(group)}
      keyOf={idOf}
      actions={button}
    />
  )
}

/** Returns what the API identifies a participant by: the phone number, or the user id of a person who hides it. */
const idOf = ({ phone, userId }: Participant) => phone ?? userId ?? ''

const columns = (group: Group): Column<Participant>[] => [
  { name: say('word.phone'), cell: idOf, isNumber: true },
  {
    name: say('word.status'),
    cell: ({ status, error }) => (
      <span>
        <Status tone={personTones[status]} text={say(`group.person.${status}`)} />
        {error && <small>{` ${errorText(error)}`}</small>}
      </span>
    ),
  },
  {
    name: say('group.invitation'),
    cell: ({ invitation }) => invitation && say(`group.invitation.${invitation.status}`),
  },
  { name: say('word.since'), cell: ({ joinedAt }) => joinedAt && shortMoment(joinedAt) },
  { name: '', cell: (person) => <RemoveButton group={group} person={person} /> },
]

/** Removes a participant, or cancels the invitation of a person who hasn't joined. */
function RemoveButton({ group: { id }, person }: { group: Group; person: Participant }) {
  const mayRemove = useMay()('participants.remove')
  const who = idOf(person)
  if (!mayRemove || (person.status !== 'joined' && person.status !== 'invited')) return null
  return (
    <ConfirmButton
      name={say('word.remove')}
      text={say(person.status === 'joined' ? 'group.removePersonWhy' : 'group.cancelInvitationWhy', { who })}
      run={() => api.participants.remove({ id, participants: [who] })}
      changes={['groups']}
      button={{ size: 'compact-xs', color: 'red', variant: 'light' }}
    />
  )
}

/** Invites people to a group by phone number, optionally with a text. */
function InviteForm({ groupId: id, onDone }: { groupId: string; onDone: () => void }) {
  const { fields, bind } = useFields({ phones: '', message: '' })
  const invite = useAction({
    run: () => {
      const message = fields.message.trim()
      const phones = phonesOf(fields.phones)
      return api.participants.invite({ id, phones, ...(message ? { invitation: { message } } : {}) })
    },
    changes: ['groups'],
    done: (people) => say('group.areInvited', { count: people.length }),
    isOfForm: true,
  })
  return (
    <DeskForm
      submitName={say('team.invite')}
      action={invite}
      onSubmit={() => invite.mutate(undefined, { onSuccess: onDone })}
    >
      <TextAreaField
        label={say('group.invitePhones')}
        description={say('group.peopleHelp')}
        rows={2}
        required
        data-autofocus
        {...bind('phones')}
      />
      <TextAreaField
        label={say('group.inviteText')}
        description={say('group.inviteTextHelp', { place: '{link}' })}
        rows={2}
        maxLength={1024}
        {...bind('message')}
        name="invitation.message"
      />
    </DeskForm>
  )
}
