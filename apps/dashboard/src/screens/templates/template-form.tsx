import type { TemplatesCreateInput } from '@posthorn/sdk'
import { useState } from 'react'
import { NumberField, useNumber } from '../../messages/number-field.tsx'
import { DeskForm } from '../../parts/desk-form.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { ownValue } from '../../parts/own-value.ts'
import { Panel } from '../../parts/page.tsx'
import { say } from '../../words/say.ts'
import { ButtonsField, type QuickReply } from './buttons-field.tsx'
import { Preview } from './preview.tsx'
import { faultsOf, type TemplateTexts, variablesIn } from './rules.ts'
import styles from './templates.module.css'
import { TextFields } from './text-fields.tsx'

const categories = ['UTILITY', 'MARKETING'] as const
type Category = (typeof categories)[number]

type Props = { onSubmit: (input: TemplatesCreateInput) => void; isBusy: boolean; error: Error | null }

/** The template form with a preview; the provider's rules are checked while typing. */
export function TemplateForm({ onSubmit, isBusy, error }: Props) {
  const choice = useNumber()
  const [category, setCategory] = useState<Category>('UTILITY')
  const [texts, setTexts] = useState<TemplateTexts>(empty)
  const [buttons, setButtons] = useState<readonly QuickReply[]>([])
  return (
    <div className={styles.editor}>
      <Panel>
        <DeskForm
          operation="templates.create"
          submitName={say('template.submit')}
          isBusy={isBusy}
          isDisabled={faultsOf(texts).length > 0}
          error={error}
          onSubmit={() => onSubmit({ id: choice.number, category, ...contentOf(texts, buttons) })}
        >
          <NumberField name="id" choice={choice} />
          <SelectField
            name="category"
            label={say('template.category')}
            data={categories.map((each) => ({ value: each, label: say(`template.category.${each}`) }))}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value as Category)}
          />
          <TextFields texts={texts} onChange={setTexts} />
          <ButtonsField buttons={buttons} onChange={setButtons} />
        </DeskForm>
      </Panel>
      <Preview texts={texts} buttons={buttons} />
    </div>
  )
}

const empty: TemplateTexts = { name: '', language: 'en', header: '', body: '', footer: '', samples: {} }

function contentOf(
  texts: TemplateTexts,
  buttons: readonly QuickReply[],
): Omit<TemplatesCreateInput, 'id' | 'category'> {
  const [header, footer] = [texts.header.trim(), texts.footer.trim()]
  const samples = variablesIn(texts.body).map((name) => [name, ownValue(texts.samples, name)?.trim() ?? ''])
  const given = buttons.map(({ text, url }) => ({ text: text.trim(), ...(url.trim() ? { url: url.trim() } : {}) }))
  return {
    name: texts.name.trim(),
    language: texts.language.trim(),
    body: texts.body.trim(),
    ...(header ? { header } : {}),
    ...(footer ? { footer } : {}),
    ...(samples.length > 0 ? { samples: Object.fromEntries(samples) } : {}),
    ...(given.length > 0 ? { buttons: given } : {}),
  }
}
