import { Button } from '@mantine/core'
import type { Template, TemplatesCreateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, numbersQuery, templatesQuery, useKeyed } from '../../api/api.ts'
import { NumberField, useNumber } from '../../messages/fields.tsx'
import { filledText } from '../../messages/text.ts'
import { unlessGone, useBulk } from '../../parts/bulk.tsx'
import { LanguageField } from '../../parts/choice-fields.tsx'
import { DeskForm, SelectField, TextAreaField, TextField } from '../../parts/form.tsx'
import { IconButton } from '../../parts/icon.tsx'
import { Panel, Status, useAction } from '../../parts/page.tsx'
import { Resource } from '../../parts/resource.tsx'
import { type Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { ownValue, say } from '../../words/words.ts'
import {
  categoryOf,
  type Fault,
  faultsOf,
  rejectionOf,
  stateOfTemplate,
  type TemplateTexts,
  variablesIn,
} from './template.ts'
import styles from './templates.module.css'

const examples = '{{1}}, {{2}}, {{first_name}}'

/** Fields for a template's name, language, texts and sample values. The name and the message show a rule that they break. */
function TextFields({ texts, onChange }: { texts: TemplateTexts; onChange: (texts: TemplateTexts) => void }) {
  const faults = faultsOf(texts)
  const faultOf = (...names: Fault[]) => {
    const found = names.find((name) => faults.includes(name))
    return found && say(`template.fault.${found}`)
  }
  const bind = (name: Exclude<keyof TemplateTexts, 'samples'>, ...names: Fault[]) => ({
    name,
    value: texts[name],
    error: faultOf(...names),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...texts, [name]: event.currentTarget.value }),
  })
  const setSample = (name: string, value: string) =>
    onChange({ ...texts, samples: { ...texts.samples, [name]: value } })
  return (
    <>
      <TextField label={say('word.name')} placeholder="parcel_on_its_way" data-autofocus {...bind('name', 'name')} />
      <LanguageField label={say('word.language')} {...bind('language')} />
      <TextField label={say('template.header')} {...bind('header')} />
      <TextAreaField
        label={say('field.message')}
        description={say('template.bodyHelp', { count: texts.body.length, examples })}
        rows={5}
        {...bind('body', 'order', 'edge', 'neighbors')}
      />
      {variablesIn(texts.body).map((name) => (
        <TextField
          key={name}
          name={`samples.${name}`}
          label={say('template.sample', { name })}
          required
          value={ownValue(texts.samples, name) ?? ''}
          onChange={(event) => setSample(name, event.currentTarget.value)}
        />
      ))}
      <TextField label={say('template.footer')} {...bind('footer')} />
    </>
  )
}

const categories = ['UTILITY', 'MARKETING'] as const
type Category = (typeof categories)[number]

/**
 * Template form with a preview. Checks the provider's rules while the person types, because its review would refuse the template later.
 * `number`: the one that is chosen at first.
 */
function NewTemplateForm({ number, onDone }: { number: string; onDone: () => void }) {
  const create = useAction({
    run: useKeyed(api.templates.create),
    changes: ['templates'],
    done: ({ status }: Template) => say('template.submitted', { status: stateOfTemplate(status).text }),
    isOfForm: true,
  })
  const choice = useNumber(number)
  const [category, setCategory] = useState<Category>('UTILITY')
  const [texts, setTexts] = useState<TemplateTexts>(empty)
  const [buttons, setButtons] = useState<readonly TemplateButton[]>([])
  const input = { id: choice.number, category, ...contentOf(texts, buttons) }
  return (
    <>
      <p>{say('template.newLead')}</p>
      <div className={styles.editor}>
        <Panel>
          <DeskForm
            operation="templates.create"
            submitName={say('template.submit')}
            isDisabled={faultsOf(texts).length > 0}
            action={create}
            onSubmit={() => create.mutate(input, { onSuccess: onDone })}
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
    </>
  )
}

const empty: TemplateTexts = { name: '', language: 'en', header: '', body: '', footer: '', samples: {} }

/** Returns the request's texts and buttons, without the parts that are empty. */
function contentOf(
  texts: TemplateTexts,
  buttons: readonly TemplateButton[],
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

type PreviewProps = { texts: TemplateTexts; buttons: readonly TemplateButton[] }

/** The template as a customer sees it, filled in with its sample values. */
function Preview({ texts: { header, body, footer, samples }, buttons }: PreviewProps) {
  return (
    <Panel title={say('template.preview')}>
      <div className={styles.bubble}>
        {header.trim() && <b>{header}</b>}
        <p>{body.trim() ? filledText(body, samples) : say('template.previewEmpty')}</p>
        {footer.trim() && <small>{footer}</small>}
        {buttons
          .filter(({ text }) => text.trim())
          .map(({ text }) => (
            <span className={styles.choice} key={text}>
              {text}
            </span>
          ))}
      </div>
    </Panel>
  )
}

type TemplateButton = { text: string; url: string }

/** WhatsApp's limit for a template's buttons. */
const buttonsMax = 10

type ButtonsFieldProps = { buttons: readonly TemplateButton[]; onChange: (buttons: readonly TemplateButton[]) => void }

/** The template's buttons. A button with a URL is a link; any other is a quick reply. Screen readers tell them apart by their number. */
function ButtonsField({ buttons, onChange }: ButtonsFieldProps) {
  const put = (at: number, change: Partial<TemplateButton>) =>
    onChange(buttons.map((each, i) => (i === at ? { ...each, ...change } : each)))
  return (
    <>
      {buttons.map(({ text, url }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button has no other name; its fields hold no state
        <fieldset className={styles.button} key={i} aria-label={say('template.button', { place: i + 1 })}>
          <TextField
            name={`buttons.${i}.text`}
            label={say('template.buttonText')}
            maxLength={25}
            required
            value={text}
            onChange={(event) => put(i, { text: event.currentTarget.value })}
          />
          <TextField
            name={`buttons.${i}.url`}
            label={say('template.buttonUrl')}
            type="url"
            placeholder="https://shop.example.com"
            value={url}
            onChange={(event) => put(i, { url: event.currentTarget.value })}
          />
          <IconButton
            icon="close"
            iconSize={14}
            label={say('template.removeButton')}
            color="gray"
            onClick={() => onChange(buttons.filter((_, at) => at !== i))}
          />
        </fieldset>
      ))}
      {buttons.length < buttonsMax && (
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          onClick={() => onChange([...buttons, { text: '', url: '' }])}
        >
          {say('template.addButton')}
        </Button>
      )}
    </>
  )
}

/** The templates of one number, which it shares with its business account's other numbers. A link can name the number. */
export function TemplatesScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const { number: named = '' } = useSearch({ strict: false })
  const choice = useNumber(named)
  const { number } = choice
  const templates = useQuery({ ...templatesQuery(workspace, number), enabled: number !== '' })
  // Without a number there are no templates, once it is known that there is none.
  const unnumbered = useQuery({ ...numbersQuery(workspace), select: (): Template[] => [] })
  const remove = {
    isAllowed: may('templates.remove'),
    name: say('word.delete'),
    text: (templates: readonly Template[]) =>
      say('template.deleteWhy', { name: [...new Set(templates.map(({ name }) => name))].join(', ') }),
    // Deletes all languages, so that another selected language of the template is already gone.
    run: ({ name }: Template) => unlessGone(api.templates.remove({ id: number, name })),
    isGrave: true,
  }
  return (
    <Resource
      title={say('nav.templates')}
      lead={say('template.lead')}
      actions={<NumberField aria-label={say('channel.number')} choice={choice} />}
      query={number === '' ? unnumbered : templates}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, language, body }) => [name, language, body].join(' ')}
      empty={{ title: say('template.noneYet'), why: say('template.noneYetWhy') }}
      create={
        number !== '' &&
        may('templates.create') && {
          name: say('template.new'),
          form: (onDone) => <NewTemplateForm number={number} onDone={onDone} />,
          isWide: true,
        }
      }
      bulk={useBulk(['templates'], [remove])}
    />
  )
}

const columns = (): Column<Template>[] => [
  {
    name: say('word.name'),
    cell: ({ name, language }) => (
      <span>
        <b>{name}</b> <small>{language}</small>
      </span>
    ),
    by: ({ name }) => name,
  },
  {
    name: say('word.status'),
    cell: ({ status, rejectedReason }) => (
      <span>
        <Status {...stateOfTemplate(status)} />
        {rejectionOf(rejectedReason) && <small>{` ${rejectionOf(rejectedReason)}`}</small>}
      </span>
    ),
    by: ({ status }) => stateOfTemplate(status).text,
  },
  { name: say('template.category'), cell: categoryOf, by: categoryOf },
  { name: say('field.message'), cell: ({ body }) => body },
]
