import { Alert, Button } from '@mantine/core'
import type { ContactImport } from '@posthorn/sdk'
import { PlaceLink } from '../../parts/place-link.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { useMay } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { inputOfTrial } from './data.ts'
import { useCreation } from './use-creation.ts'

/** The next step: the import after a dry run, or a segment of an import's tag. */
export function NextStep({ found }: { found: ContactImport }) {
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
