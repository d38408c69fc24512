import type { Group, JoinRequest } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, itemQuery, paged } from '../../api/api.ts'
import { useChanges } from '../../parts/changes.ts'
import deskStyles from '../../parts/desk.module.css'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, TextAreaField, TextField, useFields } from '../../parts/form.tsx'
import { ActionButton, CopyButton, Facts, Loaded, Page, Panel, Status, useAction } from '../../parts/page.tsx'
import { errorText, StoredError } from '../../parts/problem.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { People } from './people.tsx'
import { groupTones } from './screen.tsx'

const groupQuery = itemQuery('groups', api.groups.get)

/** Requests to join a group that aren't decided yet, or whose decision the provider hasn't confirmed. */
const requestsQuery = (workspaceId: string, groupId: string) =>
  paged<JoinRequest>(['groups', workspaceId, groupId, 'requests'], (cursor, options) =>
    api.joinRequests
      .list({ id: groupId, status: ['pending', 'approving', 'rejecting'], size: 50, ...cursor }, options)
      .page(),
  )

/** A group. Only an active one can be changed, and people request to join only if that needs an approval. */
export function GroupScreen() {
  const { group: id = '' } = useParams({ strict: false }) as { group?: string }
  const query = useQuery(groupQuery(useWorkspaceId(), id))
  return (
    <Page
      title={query.data?.name ?? say('nav.groups')}
      lead={query.data?.description}
      back={{ to: 'groups', name: say('nav.groups') }}
      actions={query.data && <RemoveButton group={query.data} />}
    >
      <Loaded query={query}>
        {(group) => (
          <>
            <About group={group} />
            {group.joinApproval && <Requests group={group} />}
            <People group={group} />
            {group.status === 'active' && <GroupForm key={group.id} group={group} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** A group's state, its invite link, and the last change that was requested of each setting, with its outcome. */
function About({ group }: { group: Group }) {
  const { status, error, changes, inviteLink, joinApproval, participants, createdAt } = group
  return (
    <Panel title={say('group.about')}>
      <StoredError error={error} />
      <Facts
        facts={[
          [say('word.status'), <Status key="status" tone={groupTones[status]} text={say(`group.status.${status}`)} />],
          [say('group.joined'), participants.joined],
          [say('group.invited'), participants.invited],
          [say('group.requested'), participants.requested],
          [say('group.approval'), say(joinApproval ? 'word.yes' : 'word.no')],
          [say('group.createdAt'), fullMoment(createdAt)],
        ]}
      />
      {inviteLink && <InviteLink group={group} link={inviteLink} />}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ setting, status: outcome, to, error: reason }) => (
            <li key={setting}>
              {`${say(`group.setting.${setting}`)}: ${say(`group.change.${outcome}`)}`}
              {setting !== 'image' && to && ` · ${to}`}
              {reason && ` · ${errorText(reason)}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The group's invite link. A new link replaces it, and the old one stops working. */
function InviteLink({ group: { id, status }, link }: { group: Group; link: string }) {
  const mayRevoke = useMay()('invites.revoke')
  return (
    <div className={deskStyles.once} style={{ marginTop: 14 }}>
      <code>{link}</code>
      <CopyButton text={link} />
      {mayRevoke && status === 'active' && (
        <ConfirmButton
          name={say('group.newLink')}
          text={say('group.newLinkWhy')}
          run={() => api.invites.revoke({ id })}
          changes={['groups']}
          done={() => say('group.linkChanging')}
        />
      )}
    </div>
  )
}

/** Button that deletes a group. Absent once the group is being deleted, because a deleted group stays in the list. */
function RemoveButton({ group: { id, name, status } }: { group: Group }) {
  const mayRemove = useMay()('groups.remove')
  if (!mayRemove || status === 'deleted' || status === 'deleting') return null
  return (
    <ConfirmButton
      name={say('group.remove')}
      text={say('group.removeWhy', { name })}
      run={() => api.groups.remove({ id })}
      changes={['groups']}
      done={() => say('group.isRemoved')}
      button={{ size: 'sm', color: 'red', variant: 'light' }}
    />
  )
}

/**
 * Form for a group's name and description. The provider confirms or rejects each change. The fields follow the rules for a new group, whose
 * name is required; a change may leave it out.
 */
function GroupForm({ group }: { group: Group }) {
  const mayChange = useMay()('groups.update')
  const { fields, bind } = useFields({ name: group.name, description: group.description ?? '' })
  const input = { name: fields.name.trim(), description: fields.description.trim() || null }
  const [unstored, onStored] = useChanges(input)
  const changes = { ...refusedOf(group, input), ...unstored }
  const save = useAction({
    run: () => api.groups.update({ id: group.id, ...changes }),
    changes: ['groups'],
    done: () => say('group.isChanging'),
    isOfForm: true,
  })
  return (
    <Panel title={say('group.change')}>
      <DeskForm
        operation="groups.create"
        action={save}
        isReadOnly={!mayChange}
        changes={changes}
        onSubmit={() => save.mutate(undefined, { onSuccess: onStored })}
      >
        <TextField label={say('word.name')} {...bind('name')} />
        <TextAreaField label={say('word.description')} rows={2} {...bind('description')} />
      </DeskForm>
    </Panel>
  )
}

type GroupInput = { name: string; description: string | null }

/** Returns the form's values that the provider refused. `useChanges` takes them for stored, but the person may want to send them again. */
function refusedOf(group: Group, input: GroupInput): Partial<GroupInput> {
  const failed = group.changes.filter(({ status }) => status === 'failed').map(({ setting }) => setting)
  const names = (['name', 'description'] as const).filter(
    (name) => failed.includes(name) && input[name] !== group[name],
  )
  return Object.fromEntries(names.map((name) => [name, input[name]]))
}

/** Requests to join a group that still need a decision, or its confirmation by the provider. */
function Requests({ group: { id } }: { group: Group }) {
  const query = useInfiniteQuery(requestsQuery(useWorkspaceId(), id))
  return (
    <ListPanel
      query={query}
      empty={say('group.noRequests')}
      label={say('group.requests')}
      columns={columns(id)}
      keyOf={({ id }) => id}
    />
  )
}

const columns = (groupId: string): Column<JoinRequest>[] => [
  { name: say('word.phone'), cell: ({ phone, userId }) => phone ?? userId, isNumber: true },
  { name: say('group.askedAt'), cell: ({ createdAt }) => fullMoment(createdAt) },
  { name: '', cell: (request) => <Decision groupId={groupId} request={request} /> },
]

/** Buttons that approve or reject a request to join. Until the provider confirms the decision, it can't be changed. */
function Decision({ groupId: id, request }: { groupId: string; request: JoinRequest }) {
  const may = useMay()
  const requests = [request.id]
  const changes = ['groups']
  const approve = useAction({ run: () => api.joinRequests.approve({ id, requests }), changes })
  const reject = useAction({ run: () => api.joinRequests.reject({ id, requests }), changes })
  if (request.status === 'approving' || request.status === 'rejecting') return <>{say('group.change.pending')}</>
  return (
    <span>
      {may('joinRequests.approve') && (
        <ActionButton action={approve} variant="filled" size="compact-xs" name={say('group.approve')} />
      )}{' '}
      {may('joinRequests.reject') && <ActionButton action={reject} size="compact-xs" name={say('group.reject')} />}
    </span>
  )
}
