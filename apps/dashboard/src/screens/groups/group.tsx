import { Alert } from '@mantine/core'
import type { Group } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import deskStyles from '../../parts/desk.module.css'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { type Key, say } from '../../words/say.ts'
import { groupQuery, groupTones } from './data.ts'
import { GroupForm } from './group-form.tsx'
import { People } from './people.tsx'
import { Requests } from './requests.tsx'

/** A group: status, link, people, delete. */
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

function About({ group }: { group: Group }) {
  const { status, error, changes, inviteLink, joinApproval, participants, createdAt } = group
  return (
    <Panel title={say('group.about')}>
      {error && (
        <Alert color="red" mb="md" title={error.errorCode}>
          {error.message}
        </Alert>
      )}
      <Facts
        facts={[
          [say('group.status'), <Status key="status" tone={groupTones[status]} text={say(`group.status.${status}`)} />],
          [say('group.joined'), participants.joined],
          [say('group.invited'), participants.invited],
          [say('group.requested'), participants.requested],
          [say('group.approval'), say(joinApproval ? 'segment.yes' : 'segment.no')],
          [say('group.createdAt'), fullMoment(createdAt)],
        ]}
      />
      {inviteLink && <Link group={group} link={inviteLink} />}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ setting, status: outcome, to, error: reason }) => (
            <li key={setting}>
              {`${say(`group.setting.${setting}`)}: ${say(`group.change.${outcome}`)}`}
              {setting !== 'image' && to && ` · ${to}`}
              {reason && ` · ${reason.message}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Link({ group: { id, status }, link }: { group: Group; link: string }) {
  const mayRevoke = useMay()('invites.revoke')
  const revoke = useGroupAction(() => api.invites.revoke({ id }), 'group.linkChanging')
  return (
    <div className={deskStyles.once} style={{ marginTop: 14 }}>
      <code>{link}</code>
      <CopyButton text={link} />
      {mayRevoke && status === 'active' && (
        <ConfirmButton
          name={say('group.newLink')}
          text={say('group.newLinkWhy')}
          run={() => revoke.mutateAsync(undefined)}
        />
      )}
    </div>
  )
}

function RemoveButton({ group: { id, name, status } }: { group: Group }) {
  const mayRemove = useMay()('groups.remove')
  const remove = useGroupAction(() => api.groups.remove({ id }), 'group.isRemoved')
  if (!mayRemove || status === 'deleted' || status === 'deleting') return null
  return (
    <ConfirmButton
      name={say('group.remove')}
      text={say('group.removeWhy', { name })}
      run={() => remove.mutateAsync(undefined)}
      button={{ size: 'sm', color: 'red', variant: 'light' }}
    />
  )
}

/** Runs an action on a group, then reads the groups again. */
function useGroupAction<T>(run: () => Promise<T>, done: Key) {
  const workspace = useWorkspaceId()
  return useAction({ run, changes: [['groups', workspace]], done: () => say(done) })
}
