import { Button } from '@mantine/core'
import type { ApiKey } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useKeys } from '../../keys/bindings.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Page } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { State } from '../../parts/state.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { keysQuery } from './data.ts'
import { lastUseOf, stateOf } from './states.ts'

/** The keys of the workspace, without their secrets. */
export function KeysScreen() {
  const workspace = useWorkspaceId()
  const mayCreate = useMay()('keys.create')
  const navigate = useNavigate()
  const query = useInfiniteQuery(keysQuery(workspace))
  const create = () => void navigate({ href: `/${workspace}/developer/keys/new` })
  useKeys(mayCreate ? { n: create } : {})
  const button = mayCreate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={create}>
      {say('key.new')}
    </Button>
  )
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
  { name: say('key.state'), cell: (key) => <State {...stateOf(key)} /> },
  { name: say('key.scopes'), cell: ({ scopes }) => scopes.join(', ') },
  { name: say('key.lastUsed'), cell: (key) => lastUseOf(key) },
  { name: say('key.by'), cell: ({ createdBy }) => createdBy?.name },
  { name: say('key.ends'), cell: ({ expiresAt }) => expiresAt && fullMoment(expiresAt) },
]
