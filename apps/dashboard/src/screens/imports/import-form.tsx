import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { DeskForm } from '../../parts/desk-form.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { say } from '../../words/say.ts'
import { type ChosenFile, FileFields } from './file-fields.tsx'
import { useCreation } from './use-creation.ts'

const duplicates = ['skip', 'update', 'error'] as const
type Duplicate = (typeof duplicates)[number]

/** Selects a file and its columns, and starts a dry run, which changes nothing. */
export function ImportForm() {
  const create = useCreation()
  const [file, setFile] = useState<ChosenFile>({ bytes: undefined, columns: [], mapping: {} })
  const [onDuplicate, setOnDuplicate] = useState<Duplicate>('skip')
  const [isTrial, setTrial] = useState(true)
  const { fields, bind } = useFields({ tags: '' })
  const submit = () => {
    if (file.bytes === undefined) return
    const tags = fields.tags.split(/[,;]+/).flatMap((tag) => tag.trim() || [])
    const given = Object.entries(file.mapping).filter(([, target]) => target !== '')
    create.begin({ file: file.bytes, mapping: Object.fromEntries(given), onDuplicate, tags, dryRun: isTrial })
  }
  return (
    <Panel title={say('import.new')}>
      <DeskForm
        submitName={say(isTrial ? 'import.try' : 'import.begin')}
        isBusy={create.isPending}
        isDisabled={file.bytes === undefined}
        error={create.error}
        onSubmit={submit}
      >
        <FileFields file={file} onChange={setFile} />
        <SelectField
          name="onDuplicate"
          label={say('import.onDuplicate')}
          data={duplicates.map((each) => ({ value: each, label: say(`import.duplicate.${each}`) }))}
          value={onDuplicate}
          onChange={(event) => setOnDuplicate(event.currentTarget.value as Duplicate)}
        />
        <TextField label={say('import.tags')} description={say('contact.tagsHelp')} {...bind('tags')} />
        <Checkbox
          label={say('import.trial')}
          description={say('import.trialHelp')}
          checked={isTrial}
          onChange={(event) => setTrial(event.currentTarget.checked)}
        />
      </DeskForm>
    </Panel>
  )
}
