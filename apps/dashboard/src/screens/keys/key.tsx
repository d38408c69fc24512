import type { ApiKey, KeysUsageAnswer, RotatedApiKey } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, itemQuery, numbersQuery, useKeyed } from '../../api/api.ts'
import { ConfirmButton, SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, GraceField, useFields } from '../../parts/form.tsx'
import { Facts, Loaded, Page, Panel, Status, useAction } from '../../parts/page.tsx'
import { ListPanel } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullDay, fullMoment, numberText, say } from '../../words/words.ts'
import { currentDay, hasExpired, lastUseOf, statusOf } from './statuses.ts'

const keyQuery = itemQuery('keys', api.keys.get)

/** How often a key was used in the last 30 days, by day and operation. */
const usageQuery = itemQuery('keys', api.keys.usage, 'use')

/** A key with its use. A revoked key can't be revoked again, and one that is no longer valid can't be replaced. */
export function KeyScreen() {
  const { key: id = '' } = useParams({ strict: false })
  const query = useQuery(keyQuery(useWorkspaceId(), id))
  const key = query.data
  const isRevocable = key !== undefined && key.revokedAt === null
  return (
    <Page
      title={key?.name ?? say('nav.keys')}
      back={{ to: 'developer/keys', name: say('nav.keys') }}
      actions={isRevocable && <Revoke apiKey={key} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <About apiKey={found} />
            <UsageOfKey keyId={found.id} />
            {isRevocable && !hasExpired(found) && <Rotate apiKey={found} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What a key may do and from where, until when it is valid, and when it was last used. */
function About({ apiKey }: { apiKey: ApiKey }) {
  const { hint, scopes, numbers, cidrs, expiresAt, createdAt, createdBy } = apiKey
  const all = useQuery(numbersQuery(useWorkspaceId())).data ?? []
  const names = numbers?.map((id) => all.find((number) => number.id === id)?.name ?? id)
  return (
    <Panel title={say('key.about')}>
      <Facts
        facts={[
          [say('word.status'), <Status key="status" {...statusOf(apiKey)} />],
          [say('key.hint'), <code key="hint">{hint}</code>],
          [say('key.scopes'), scopes.join(', ')],
          [say('key.numbers'), names?.join(', ') ?? say('key.allNumbers')],
          [say('key.cidrs'), cidrs === null ? say('key.anywhere') : cidrs.join(', ')],
          [say('key.ends'), expiresAt === null ? say('word.never') : fullMoment(expiresAt)],
          [say('key.lastUsed'), lastUseOf(apiKey)],
          [say('key.by'), createdBy?.name],
          [say('key.createdAt'), fullMoment(createdAt)],
        ]}
      />
    </Panel>
  )
}

/** How often a key was used, so that people see what still needs it. */
function UsageOfKey({ keyId }: { keyId: string }) {
  const query = useQuery({ ...usageQuery(useWorkspaceId(), keyId), select: ({ items }) => items })
  return (
    <ListPanel
      query={query}
      empty={say('key.noUse')}
      label={say('key.use')}
      columns={usageColumns()}
      keyOf={(use) => `${use.day}${use.operation}`}
    />
  )
}

const usageColumns = (): Column<KeysUsageAnswer['items'][number]>[] => [
  { name: say('key.day'), cell: ({ day }) => fullDay(day), isNumber: true },
  { name: say('key.operation'), cell: ({ operation }) => operation },
  { name: say('key.calls'), cell: ({ calls }) => numberText(calls), isNumber: true },
  { name: say('key.refused'), cell: ({ refused }) => (refused === 0 ? '' : numberText(refused)), isNumber: true },
]

/** Button that revokes a key. Its question says how often the key was used today (in UTC), if known, because those callers will fail. */
function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const workspace = useWorkspaceId()
  const mayRevoke = useMay()('keys.revoke')
  const use = useQuery(usageQuery(workspace, id)).data?.items
  const today = currentDay()
  const count = use?.filter(({ day }) => day === today).reduce((sum, each) => sum + each.calls, 0)
  if (!mayRevoke) return null
  return (
    <ConfirmButton
      name={say('key.revoke')}
      text={count === undefined ? say('key.revokeManyWhy', { name }) : say('key.revokeWhy', { name, count })}
      run={() => api.keys.revoke({ id })}
      changes={['keys']}
      done={() => say('key.isRevoked')}
      button={{ color: 'red', variant: 'light', size: 'sm' }}
    />
  )
}

/**
 * Replaces a key: once, also if it is submitted again after a lost response. The previous one stays valid for the hours chosen, so that
 * callers can change over. The new key is shown once.
 */
function Rotate({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const mayRotate = useMay()('keys.rotate')
  const { fields, bind } = useFields({ graceHours: '24' })
  const [made, setMade] = useState<RotatedApiKey>()
  const send = useKeyed(api.keys.rotate, true)
  const rotate = useAction({
    run: () => send({ id, graceHours: Number(fields.graceHours) }).then(setMade),
    changes: ['keys'],
    isOfForm: true,
  })
  const submit = () => rotate.mutate(undefined)
  if (!mayRotate) return null
  return (
    <Panel title={say('key.rotate')}>
      <DeskForm submitName={say('key.rotate')} variant="default" action={rotate} onSubmit={submit}>
        <GraceField label={say('key.grace')} description={say('key.graceHelp')} {...bind('graceHours')} />
      </DeskForm>
      {made && (
        <SecretDialog title={say('key.made', { name })} secret={made.key} onClose={() => setMade(undefined)}>
          <p>{say('key.previous', { time: fullMoment(made.previousExpiresAt) })}</p>
        </SecretDialog>
      )}
    </Panel>
  )
}
