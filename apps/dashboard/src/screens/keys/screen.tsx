import type { ApiKey } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { NewButton } from '../../parts/new-button.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { keysQuery } from './data.ts'
import { lastUseOf, statusOf } from './statuses.ts'

export function KeysScreen() {
  const workspace = useWorkspaceId()
  const mayCreate = useMay()('keys.create')
  const query = useInfiniteQuery(keysQuery(workspace))
  const button = mayCreate && <NewButton to="developer/keys/new" name={say('key.new')} />
  return (
    <Page title={say('nav.keys')} lead={say('key.lead')} actions={button}>
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title={say('key.none')}>{say('key.noneWhy')}</Empty>
          ) : (
            <Rows label={say('nav.keys')} columns={columns()} rows={keys} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <More query={query} />
    </Page>
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
  },
  { name: say('key.status'), cell: (key) => <Status {...statusOf(key)} /> },
  { name: say('key.scopes'), cell: ({ scopes }) => scopes.join(', ') },
  { name: say('key.lastUsed'), cell: (key) => lastUseOf(key) },
  { name: say('key.by'), cell: ({ createdBy }) => createdBy?.name },
  { name: say('key.ends'), cell: ({ expiresAt }) => expiresAt && fullMoment(expiresAt) },
]
