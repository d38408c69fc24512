import { SegmentedControl, Stack } from '@mantine/core'
import { ApiError, type FieldError, type NewInvitation } from '@posthorn/sdk'
import { useState } from 'react'
import { api, useKeyed } from '../../api/api.ts'
import type { Role } from '../../api/auth.ts'
import { NumbersField, useNumbers } from '../../messages/fields.tsx'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, FieldFaults, TextField } from '../../parts/form.tsx'
import { useAction } from '../../parts/page.tsx'
import { useMe } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { grantableRoles, isLimitable } from './roles.ts'

/** A line of the form. The key stays the same when lines above are removed. */
type Person = { key: number; email: string; role: Role }

/** Maximum number of lines. More people are invited in several steps. */
const peopleMax = 20

/** Returns the name of a person's field, which also tells the form where to show the person's error. */
const fieldName = ({ key }: Person) => `people.${key}`

const hasEmail = ({ email }: Person) => email.trim() !== ''

/** Adds an empty line once the last one has an address, up to `peopleMax` lines, so that the next person needs no button. */
function withEmptyLine(people: readonly Person[]): readonly Person[] {
  const last = people.at(-1)
  if (last !== undefined && (!hasEmail(last) || people.length >= peopleMax)) return people
  return [...people, { key: (last?.key ?? 0) + 1, email: '', role: 'agent' }]
}

type Wanted = { people: readonly Person[]; numbers: string[] }
type Outcome = { made: NewInvitation[]; left: Person[]; error: unknown }

/** Errors of one person's invitation. After any other error, no one else is invited. */
const ownErrors = ['request:invalid', 'member:duplicate', 'role:insufficient']

/** Returns the faults of lines whose address is on a line above: another invitation would end the first one's link. */
function repeatsIn(people: readonly Person[]): FieldError[] {
  const addresses = people.map(({ email }) => email.trim().toLowerCase())
  const repeated = people.filter((_, i) => addresses.indexOf(addresses[i] ?? '') < i)
  return repeated.map((person) => ({ path: fieldName(person), code: 'field:invalid', message: say('team.twice') }))
}

/** Returns the request for a person. Only some roles can be limited to numbers. */
const invitationOf = ({ email, role }: Person, numbers: string[]) => ({
  email: email.trim(),
  role,
  ...(numbers.length > 0 && isLimitable(role) ? { numbers } : {}),
})

/**
 * Invites people one after another, so that an error that concerns everyone stops it; no one if an address is repeated. Returns the
 * invitations, and the people who aren't invited, who stay in the form with their errors.
 */
async function inviteAll({ people, numbers }: Wanted, create: typeof api.invitations.create): Promise<Outcome> {
  const repeated = repeatsIn(people)
  if (repeated.length > 0) return { made: [], left: [...people], error: new FieldFaults(repeated) }
  const made: NewInvitation[] = []
  const left: Person[] = []
  const faults: FieldError[] = []
  for (const [i, person] of people.entries()) {
    try {
      made.push(await create(invitationOf(person, numbers)))
    } catch (error) {
      if (!(error instanceof ApiError && ownErrors.includes(error.errorCode))) {
        return { made, left: [...left, ...people.slice(i)], error }
      }
      const [{ code, message } = { code: error.errorCode, message: error.message }] = error.errors
      left.push(person)
      faults.push({ path: fieldName(person), code, message })
    }
  }
  return { made, left, error: faults.length === 0 ? undefined : new FieldFaults(faults) }
}

/** Form that invites people, each with a role. Shows their links once. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const [people, setPeople] = useState(withEmptyLine([]))
  const [numbers, setNumbers] = useState<string[]>([])
  const areNumbersUnknown = useNumbers().data === undefined
  // Otherwise, an invitation after a lost response would be mailed twice, and the first link would end.
  const create = useKeyed(api.invitations.create)
  const invite = useAction({ run: (wanted: Wanted) => inviteAll(wanted, create), changes: ['team'], isOfForm: true })
  const { made = [], left = [], error = invite.error } = invite.data ?? {}
  const [isSeen, setSeen] = useState(false)
  const submit = () => {
    setSeen(false)
    invite.mutate(
      { people: people.filter(hasEmail), numbers },
      { onSuccess: (done) => done.left.length > 0 && setPeople(withEmptyLine(done.left)) },
    )
  }
  const change = (changed: Person) =>
    setPeople((known) => withEmptyLine(known.map((each) => (each.key === changed.key ? changed : each))))
  return (
    <>
      <DeskForm
        operation="invitations.create"
        submitName={say('team.invite')}
        isDisabled={areNumbersUnknown}
        action={{ isPending: invite.isPending, error }}
        onSubmit={submit}
      >
        {people.map((person, i) => (
          <PersonFields
            key={person.key}
            {...{ person, place: i + 1 }}
            isRequired={i === 0 && !people.slice(1).some(hasEmail)}
            onChange={change}
          />
        ))}
        <NumbersField label={say('team.numbers')} chosen={numbers} onChange={setNumbers} />
      </DeskForm>
      {made.length > 0 && !isSeen && (
        <LinkDialog invitations={made} onClose={() => (left.length > 0 ? setSeen(true) : onDone())} />
      )}
    </>
  )
}

type PersonProps = {
  person: Person
  /** Number of the line, from 1. */
  place: number
  onChange: (person: Person) => void
}

/** A line of the form. An empty line shows no role, unless it is the first. `isRequired`: no other line has an address. */
function PersonFields({ person, place, isRequired, onChange }: PersonProps & { isRequired: boolean }) {
  const isFirst = place === 1
  return (
    <Stack gap={6}>
      <TextField
        name={fieldName(person)}
        label={isFirst ? say('word.email') : say('team.emailOf', { place })}
        type="email"
        required={isRequired}
        {...(isFirst ? { 'data-autofocus': true } : {})}
        value={person.email}
        onChange={({ currentTarget: { value } }) => onChange({ ...person, email: value })}
      />
      {(isFirst || hasEmail(person)) && <RoleChoice {...{ person, place, onChange }} />}
    </Stack>
  )
}

/** Field for the role of an invited person. Offers the roles that the inviting member may grant. */
function RoleChoice({ person, place, onChange }: PersonProps) {
  const roles = grantableRoles(useMe().member?.role)
  const name = place === 1 ? say('word.role') : say('team.roleOf', { name: person.email.trim() })
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={name}
      data={roles.map((each) => ({ value: each, label: say(`role.${each}`) }))}
      value={person.role}
      onChange={(role) => onChange({ ...person, role })}
    />
  )
}

/**
 * The links of at least one new invitation, shown once. Says that they are mailed only if all are: without a mail server, none is, and an
 * address or workspace with too many invitations gets no mail.
 */
function LinkDialog({ invitations, onClose }: { invitations: readonly NewInvitation[]; onClose: () => void }) {
  const count = invitations.length
  const [{ email, expiresAt }] = invitations as [NewInvitation]
  const areMailed = invitations.every(({ mailStatus }) => mailStatus !== null)
  const time = fullMoment(expiresAt)
  return (
    <SecretDialog
      title={count === 1 ? say('team.link', { email }) : say('team.links')}
      // Without a public URL, the installation knows only the path.
      secrets={invitations.map(({ email: name, link }) => ({ name, secret: new URL(link, location.origin).href }))}
      onClose={onClose}
    >
      <p>{say(areMailed ? 'team.linkMailed' : 'team.linkWhy', { count, time })}</p>
    </SecretDialog>
  )
}
