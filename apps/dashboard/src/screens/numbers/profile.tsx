import type { BusinessProfile, Number as PhoneNumber } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, useAction } from '../../api/api.ts'
import deskStyles from '../../parts/desk.module.css'
import { DeskForm, TextAreaField, TextField, useFields } from '../../parts/form.tsx'
import { Loaded, Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

const profileQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['profiles', workspaceId, numberId],
    queryFn: ({ signal }) => api.profiles.get({ id: numberId }, { signal }),
  })

/** The number's profile on WhatsApp, which customers can see. */
export function Profile({ number }: { number: PhoneNumber }) {
  const query = useQuery(profileQuery(useWorkspaceId(), number.id))
  return (
    <Panel title={say('number.profile')}>
      <p className={deskStyles.quiet}>{say('profile.lead')}</p>
      <Loaded query={query}>{(profile) => <ProfileForm key={profile.number} profile={profile} />}</Loaded>
    </Panel>
  )
}

const texts = ['about', 'description', 'address', 'email'] as const

function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const workspace = useWorkspaceId()
  const mayChange = useMay()('profiles.update')
  // The profile that the form shows. A newer one, with a colleague's changes, may be loaded while it is open.
  const [shown, setShown] = useState(profile)
  const { about, description, address, email, websites } = shown
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
    run: async () => {
      const saved = await api.profiles.update({ id: profile.number, ...profileChangesOf(shown, fields) })
      setShown(saved)
      return saved
    },
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

/** Returns the profile's changed fields. An empty text removes the field's value. */
function profileChangesOf(profile: BusinessProfile, fields: Record<string, string>) {
  const changed = texts.filter((name) => (profile[name] ?? '') !== fields[name]?.trim())
  const websites = (fields['websites'] ?? '').split(/[\s,]+/).filter(Boolean)
  const isSame = websites.join(' ') === profile.websites.join(' ')
  return {
    ...Object.fromEntries(changed.map((name) => [name, fields[name]?.trim() || null])),
    ...(isSame ? {} : { websites }),
  }
}
