import type { ApiKey } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { namesOf, useBulk } from '../../parts/bulk.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { keysQuery } from './data.ts'
import { NewKeyForm } from './new.tsx'
import { lastUseOf, statusOf } from './statuses.ts'

export function KeysScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const revoke = {
    isAllowed: may('keys.revoke'),
    name: say('key.revoke'),
    text: (keys: readonly ApiKey[]) => say('key.revokeManyWhy', { name: namesOf(keys) }),
    run: async ({ id, revokedAt }: ApiKey) => revokedAt === null && api.keys.revoke({ id }),
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
      bulk={useBulk([['keys', workspace]], [revoke])}
    />
  )
}

const columns = (): Column<ApiKey>[] => [
  {
    name: say('key.name'),
    cell: ({ id, name, hint }) => (
      <span>
        <PlaceLink to={`developer/keys/${id}`}>{name}</PlaceLink>
        <br />
        <small>{hint}</small>
      </span>
    ),
    by: ({ name }) => name,
  },
  { name: say('key.status'), cell: (key) => <Status {...statusOf(key)} />, by: (key) => statusOf(key).text },
  { name: say('key.scopes'), cell: ({ scopes }) => scopes.join(', ') },
  { name: say('key.lastUsed'), cell: (key) => lastUseOf(key), by: ({ lastUsedAt }) => lastUsedAt },
  { name: say('key.by'), cell: ({ createdBy }) => createdBy?.name, by: ({ createdBy }) => createdBy?.name },
  {
    name: say('key.ends'),
    cell: ({ expiresAt }) => expiresAt && fullMoment(expiresAt),
    by: ({ expiresAt }) => expiresAt,
  },
]
