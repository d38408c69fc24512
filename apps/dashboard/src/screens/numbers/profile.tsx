import type { BusinessProfile, Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, itemQuery } from '../../api/api.ts'
import { useChanges, useOverwriteCheck } from '../../parts/changes.ts'
import deskStyles from '../../parts/desk.module.css'
import { DeskForm, TextAreaField, TextField, useFields } from '../../parts/form.tsx'
import { Loaded, Panel, useSave } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

const profileQuery = itemQuery('profiles', api.profiles.get)

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

/** Form for the profile. The websites are stored as a whole, so saving may overwrite what a colleague changed, and warns once. */
function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const mayChange = useMay()('profiles.update')
  const { number: id, about, description, address, email, websites } = profile
  const { fields, bind } = useFields({
    about: about ?? '',
    description: description ?? '',
    address: address ?? '',
    email: email ?? '',
    websites: websites.join(' '),
  })
  const [changes, onStored] = useChanges(inputOf(fields))
  const checkOverwrite = useOverwriteCheck({ websites })
  const save = useSave(['profiles'], async () => {
    await checkOverwrite(changes, async () => await api.profiles.get({ id }))
    return api.profiles.update({ id, ...changes })
  })
  return (
    <DeskForm
      operation="profiles.update"
      action={save}
      isReadOnly={!mayChange}
      changes={changes}
      onSubmit={() => save.mutate(undefined, { onSuccess: onStored })}
    >
      <TextField label={say('profile.about')} {...bind('about')} />
      <TextAreaField label={say('word.description')} {...bind('description')} rows={3} />
      <TextField label={say('profile.address')} {...bind('address')} />
      <TextField label={say('word.email')} {...bind('email')} type="email" />
      <TextField label={say('profile.websites')} {...bind('websites')} description={say('profile.websitesHelp')} />
    </DeskForm>
  )
}

/** Returns the request for the form's values. An empty text removes the field's value. */
const inputOf = ({ websites, ...texts }: Record<string, string>) => ({
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null])),
  websites: (websites ?? '').split(/[\s,]+/).filter(Boolean),
})
