import type { BusinessProfile, Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/queries.ts'
import deskStyles from '../../parts/desk.module.css'
import { DeskForm } from '../../parts/desk-form.tsx'
import { TextAreaField, TextField, useFields } from '../../parts/fields.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { profileQuery } from './data.ts'

export function Profile({ number }: { number: PhoneNumber }) {
  const query = useQuery(profileQuery(useWorkspaceId(), number.id))
  return (
    <Panel title={say('number.profile')}>
      <p className={deskStyles.quiet}>{say('profile.lead')}</p>
      <Loaded query={query}>{(profile) => <ProfileForm profile={profile} />}</Loaded>
    </Panel>
  )
}

const texts = ['about', 'description', 'address', 'email'] as const

function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const workspace = useWorkspaceId()
  const mayChange = useMay()('profiles.update')
  const { about, description, address, email, websites } = profile
  const { fields, bind } = useFields(
    {
      about: about ?? '',
      description: description ?? '',
      address: address ?? '',
      email: email ?? '',
      websites: websites.join(' '),
    },
    !mayChange,
  )
  const save = useAction({
    run: () => api.profiles.update({ id: profile.number, ...changesOf(profile, fields) }),
    changes: [['profiles', workspace, profile.number]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const submit = () => save.mutate(undefined)
  return (
    <DeskForm
      operation="profiles.update"
      submitName={say('desk.save')}
      {...{ isBusy: save.isPending, error: save.error, isReadOnly: !mayChange }}
      onSubmit={submit}
    >
      <TextField label={say('profile.about')} {...bind('about')} />
      <TextAreaField label={say('profile.description')} {...bind('description')} rows={3} />
      <TextField label={say('profile.address')} {...bind('address')} />
      <TextField label={say('profile.email')} {...bind('email')} type="email" />
      <TextField label={say('profile.websites')} {...bind('websites')} description={say('profile.websitesHelp')} />
    </DeskForm>
  )
}

function changesOf(profile: BusinessProfile, fields: Record<string, string>) {
  const changed = texts.filter((name) => (profile[name] ?? '') !== fields[name]?.trim())
  const websites = (fields['websites'] ?? '').split(/[\s,]+/).filter(Boolean)
  const isSame = websites.join(' ') === profile.websites.join(' ')
  return {
    ...Object.fromEntries(changed.map((name) => [name, fields[name]?.trim() || null])),
    ...(isSame ? {} : { websites }),
  }
}
