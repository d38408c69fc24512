import type { ContactImport } from '@posthorn/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { More } from '../../parts/more.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { numberText, say } from '../../words/say.ts'
import { importsQuery, statusOf } from './data.ts'
import { ImportForm } from './import-form.tsx'

export function ImportsScreen() {
  const query = useInfiniteQuery({ ...importsQuery(useWorkspaceId()), refetchInterval: 5_000 })
  const may = useMay()
  return (
    <Page title={say('import.title')} lead={say('import.lead')} back={{ to: 'contacts', name: say('nav.contacts') }}>
      {may('imports.create') && <ImportForm />}
      <Panel title={say('import.list')}>
        <Loaded query={query}>
          {(imports) =>
            imports.length === 0 ? (
              <Empty title={say('import.none')} />
            ) : (
              <Rows label={say('import.list')} columns={columns()} rows={imports} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
        <More query={query} />
      </Panel>
    </Page>
  )
}

const count = (name: 'rows' | 'created' | 'updated' | 'skipped' | 'failed'): Column<ContactImport> => ({
  name: say(`import.${name}Count`),
  cell: ({ counts }) => numberText(counts[name]),
  isNumber: true,
})

const columns = (): Column<ContactImport>[] => [
  {
    name: say('import.begun'),
    cell: ({ id, createdAt }) => <PlaceLink to={`imports/${id}`}>{fullMoment(createdAt)}</PlaceLink>,
  },
  { name: say('import.status'), cell: (found) => <Status {...statusOf(found)} /> },
  count('rows'),
  count('created'),
  count('updated'),
  count('skipped'),
  count('failed'),
]
