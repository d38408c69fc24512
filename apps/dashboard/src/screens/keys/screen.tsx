import { Checkbox, Stack } from '@mantine/core'
import type { ApiKey, KeysCreateInput, NewApiKey } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, paged, useKeyed } from '../../api/api.ts'
import { NumbersField, useNumbers } from '../../messages/fields.tsx'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, TextAreaField, TextField, useFault, useFields } from '../../parts/form.tsx'
import { CodeBlock, PlaceLink, Status, useAction } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { lastUseOf, statusOf } from './statuses.ts'

const keysQuery = (workspaceId: string) =>
  paged(['keys', workspaceId], (cursor, options) => api.keys.list({ size: 100, ...cursor }, options).page())

const scopes = ['read', 'send', 'manage', 'raw', 'admin', 'erase'] as const
type Scope = (typeof scopes)[number]

/** Creates a key with scopes and limits, only one also if it is submitted again. Shows it in a dialog, because it can't be read again. */
function NewKeyForm({ onDone }: { onDone: () => void }) {
  const [made, setMade] = useState<NewApiKey>()
  const send = useKeyed(api.keys.create)
  const create = useAction({
    run: (input: KeysCreateInput) => send(input).then(setMade),
    changes: ['keys'],
    isOfForm: true,
  })
  const { fields, bind } = useFields({ name: '', cidrs: '', expiresAt: '' })
  const [chosen, setChosen] = useState<Scope[]>(['read', 'send'])
  const [numbers, setNumbers] = useState<string[]>([])
  const areNumbersUnknown = useNumbers().data === undefined
  const [test, setTest] = useState(false)
  const submit = () => {
    const cidrs = fields.cidrs.split(/[\s,]+/).filter(Boolean)
    create.mutate({
      name: fields.name.trim(),
      scopes: chosen,
      test,
      ...(numbers.length > 0 ? { numbers } : {}),
      ...(cidrs.length > 0 ? { cidrs } : {}),
      ...(fields.expiresAt === '' ? {} : { expiresAt: utcOf(fields.expiresAt) }),
    })
  }
  return (
    <DeskForm
      operation="keys.create"
      submitName={say('key.create')}
      isDisabled={chosen.length === 0 || areNumbersUnknown}
      action={create}
      onSubmit={submit}
    >
      <TextField label={say('word.name')} placeholder={say('key.nameExample')} data-autofocus {...bind('name')} />
      <ScopesField chosen={chosen} onChange={setChosen} />
      <NumbersField chosen={numbers} onChange={setNumbers} />
      <Checkbox
        label={say('key.test')}
        description={say('key.testHelp')}
        checked={test}
        onChange={({ currentTarget }) => setTest(currentTarget.checked)}
      />
      <TextAreaField label={say('key.cidrs')} description={say('key.cidrsHelp')} rows={2} {...bind('cidrs')} />
      <TextField
        label={say('key.ends')}
        description={say('key.endsHelp')}
        type="datetime-local"
        max="9999-12-31T23:59"
        {...bind('expiresAt')}
      />
      {made && (
        <SecretDialog title={say('key.made', { name: made.name })} secret={made.key} onClose={onDone}>
          <CodeBlock label={say('key.try')} text={`curl ${location.origin}/v1/me -H 'Token: ${made.key}'`} />
        </SecretDialog>
      )}
    </DeskForm>
  )
}

/** Converts the text of a date-time field to UTC. Keeps one that is no time, such as with a year of five digits: the API then refuses it. */
function utcOf(text: string): string {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? text : new Date(ms).toISOString()
}

function ScopesField({ chosen, onChange }: { chosen: Scope[]; onChange: (scopes: Scope[]) => void }) {
  return (
    <Checkbox.Group
      label={say('key.scopes')}
      value={chosen}
      error={useFault('scopes', chosen)}
      onChange={(next) => onChange(next as Scope[])}
    >
      <Stack gap="xs" mt="xs">
        {scopes.map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} description={say(`scope.${scope}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** The API keys, with those that were revoked, which can't be revoked again. */
export function KeysScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const revoke = {
    isAllowed: may('keys.revoke'),
    name: say('key.revoke'),
    text: (keys: readonly ApiKey[]) => say('key.revokeManyWhy', { name: namesOf(keys) }),
    isFor: ({ revokedAt }: ApiKey) => revokedAt === null,
    run: ({ id }: ApiKey) => api.keys.revoke({ id }),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.keys')}
      lead={say('key.lead')}
      query={useInfiniteQuery(keysQuery(workspace))}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, hint, scopes }) => [name, hint, ...scopes].join(' ')}
      empty={{ title: say('key.none'), why: say('key.noneWhy') }}
      create={may('keys.create') && { name: say('key.new'), form: (onDone) => <NewKeyForm onDone={onDone} /> }}
      bulk={useBulk(['keys'], [revoke])}
    />
  )
}

const columns = (): Column<ApiKey>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name, hint }) => (
      <span>
        <PlaceLink to={`developer/keys/${id}`}>{name}</PlaceLink>
        <br />
        <small>{hint}</small>
      </span>
    ),
    by: ({ name }) => name,
  },
  { name: say('word.status'), cell: (key) => <Status {...statusOf(key)} />, by: (key) => statusOf(key).text },
  { name: say('key.scopes'), cell: ({ scopes }) => scopes.join(', ') },
  { name: say('key.lastUsed'), cell: (key) => lastUseOf(key), by: ({ lastUsedAt }) => lastUsedAt },
  { name: say('key.by'), cell: ({ createdBy }) => createdBy?.name, by: ({ createdBy }) => createdBy?.name },
  {
    name: say('key.ends'),
    cell: ({ expiresAt }) => expiresAt && fullMoment(expiresAt),
    by: ({ expiresAt }) => expiresAt,
  },
]
