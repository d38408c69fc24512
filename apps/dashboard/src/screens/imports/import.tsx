import { Alert, Button } from '@mantine/core'
import type { ContactImport, ImportsErrorsAnswer } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { faultOf, sayProblem, sentenceOf } from '../../parts/problem.tsx'
import { type Column, More, Rows } from '../../parts/rows.tsx'
import { Status } from '../../parts/status.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { numberText, percentText, say } from '../../words/say.ts'
import { importErrorsQuery, importQuery, inputOfTrial, statusOf, useCreation } from './data.ts'

export function ImportScreen() {
  const { import: id = '' } = useParams({ strict: false }) as { import?: string }
  const query = useQuery(importQuery(useWorkspaceId(), id))
  return (
    <Page title={say('import.one')} back={{ to: 'imports', name: say('import.title') }}>
      <Loaded query={query}>
        {(found) => (
          <>
            <Outcome found={found} />
            {found.counts.failed > 0 && <Faults id={found.id} count={found.counts.failed} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Outcome({ found }: { found: ContactImport }) {
  const { counts, progress, error, createdAt, completedAt, mapping, tags, onDuplicate } = found
  const columns = Object.entries(mapping ?? {}).map(([column, target]) => `${column} › ${target}`)
  return (
    <Panel title={say('import.outcome')}>
      {error && (
        <Alert color="red" mb="md" title={error.errorCode}>
          {error.message}
        </Alert>
      )}
      <NextStep found={found} />
      <progress
        value={progress}
        aria-label={say('import.progress')}
        style={{ width: '100%', accentColor: 'var(--link)' }}
      />
      <Facts
        facts={[
          [say('import.status'), <Status key="status" {...statusOf(found)} />],
          [say('import.progress'), percentText(Math.floor(progress * 100) / 100)],
          [say('import.rowsCount'), numberText(counts.rows)],
          [say('import.createdCount'), numberText(counts.created)],
          [say('import.updatedCount'), numberText(counts.updated)],
          [say('import.skippedCount'), numberText(counts.skipped)],
          [say('import.failedCount'), numberText(counts.failed)],
          [say('import.onDuplicate'), say(`import.duplicate.${onDuplicate}`)],
          [say('import.tags'), tags.join(', ')],
          [say('import.columns'), columns.join(', ')],
          [say('import.begun'), fullMoment(createdAt)],
          [say('import.ended'), completedAt && fullMoment(completedAt)],
        ]}
      />
    </Panel>
  )
}

function Faults({ id, count }: { id: string; count: number }) {
  // The key contains the number of invalid rows, because more are added while the import runs.
  const options = importErrorsQuery(useWorkspaceId(), id)
  const query = useInfiniteQuery({ ...options, queryKey: [...options.queryKey, count] })
  const save = () => void saveAnswer(() => api.imports.exportErrors({ id }), `${id}-faults.csv`)
  return (
    <Panel
      title={say('import.faults')}
      actions={
        <Button variant="default" size="compact-sm" onClick={save}>
          {say('import.saveFaults')}
        </Button>
      }
    >
      <Loaded query={query}>
        {(rows) => (
          <Rows
            label={say('import.faults')}
            columns={columns()}
            rows={rows}
            keyOf={({ row, column }) => `${row} ${column}`}
          />
        )}
      </Loaded>
      <More query={query} />
    </Panel>
  )
}

const columns = (): Column<ImportsErrorsAnswer>[] => [
  { name: say('import.line'), cell: ({ row, line }) => numberText(line ?? row), isNumber: true },
  { name: say('import.column'), cell: ({ column }) => column },
  { name: say('import.value'), cell: ({ value }) => value && <code>{value}</code> },
  { name: say('import.fault'), cell: ({ errorCode, message }) => faultOf({ code: errorCode, message }) },
]

async function saveAnswer(read: () => Promise<Response>, filename: string): Promise<void> {
  try {
    const address = URL.createObjectURL(await (await read()).blob())
    Object.assign(document.createElement('a'), { href: address, download: filename }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    sayProblem(error)
  }
}

/** Offers the next step: the import after a dry run, or a segment for an import's tag. */
function NextStep({ found }: { found: ContactImport }) {
  const may = useMay()
  if (found.dryRun) return <AfterTrial found={found} />
  const [tag] = found.tags
  if (found.status !== 'finished' || tag === undefined || !may('segments.create')) return null
  return (
    <p>
      <PlaceLink to="segments" search={{ open: 'new', tag }}>
        {say('import.makeSegment', { tag })}
      </PlaceLink>
    </p>
  )
}

function AfterTrial({ found: { id, status, counts } }: { found: ContactImport }) {
  const mayImport = useMay()('imports.create')
  const create = useCreation()
  const input = inputOfTrial(id)
  return (
    <Alert color="yellow" mb="md">
      {say('import.trialDone')}{' '}
      {mayImport && status === 'finished' && input && (
        <Button size="compact-sm" loading={create.isPending} onClick={() => create.begin(input)}>
          {say('import.really', { count: counts.created + counts.updated })}
        </Button>
      )}
      {mayImport && !input && <PlaceLink to="imports">{say('import.chooseAgain')}</PlaceLink>}
      {create.error && <p>{sentenceOf(create.error)}</p>}
    </Alert>
  )
}
