import { Button, Textarea, TextInput } from '@mantine/core'
import type { BusinessProfile, Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import deskStyles from '../../parts/desk.module.css'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { type Key, say } from '../../words/say.ts'
import { profileQuery } from './data.ts'

/** The profile that customers see of a number. */
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
  const may = useMay()
  const [fields, setFields] = useState<Record<string, string>>({
    ...Object.fromEntries(texts.map((name) => [name, profile[name] ?? ''])),
    websites: profile.websites.join(' '),
  })
  const save = useAction({
    run: () => api.profiles.update({ id: profile.number, ...changesOf(profile, fields) }),
    changes: [['profiles', workspace, profile.number]],
    done: () => say('desk.stored'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  const field = (name: string) => ({
    label: say(`profile.${name}` as Key),
    value: fields[name] ?? '',
    readOnly: !may('profiles.update'),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((known) => ({ ...known, [name]: value }))
    },
  })
  return (
    <form className={deskStyles.form} onSubmit={submit}>
      <TextInput {...field('about')} maxLength={139} />
      <Textarea {...field('description')} autosize={false} rows={3} maxLength={512} />
      <TextInput {...field('address')} maxLength={256} />
      <TextInput {...field('email')} type="email" maxLength={128} />
      <TextInput {...field('websites')} description={say('profile.websitesHelp')} />
      {may('profiles.update') && (
        <div className={deskStyles.formFoot}>
          <Button type="submit" loading={save.isPending}>
            {say('desk.save')}
          </Button>
        </div>
      )}
    </form>
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
