import { LanguageField } from '../../parts/choice-fields.tsx'
import { TextAreaField, TextField } from '../../parts/fields.tsx'
import { ownValue } from '../../parts/own-value.ts'
import { say } from '../../words/say.ts'
import { type Fault, faultsOf, type TemplateTexts, variablesIn } from './rules.ts'

const examples = '{{1}}, {{2}}, {{first_name}}'

type Props = { texts: TemplateTexts; onChange: (texts: TemplateTexts) => void }
type Name = Exclude<keyof TemplateTexts, 'samples'>

/** Fields for a template's text parts and for its variables' sample values. Each field shows the rule that its text breaks. */
export function TextFields({ texts, onChange }: Props) {
  const faults = faultsOf(texts)
  const faultOf = (...names: Fault[]) => {
    const found = names.find((name) => faults.includes(name))
    return found && say(`template.fault.${found}`)
  }
  const bind = (name: Name, ...names: Fault[]) => ({
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
      <TextField
        label={say('template.name')}
        placeholder="parcel_on_its_way"
        data-autofocus
        {...bind('name', 'name')}
      />
      <LanguageField label={say('template.language')} {...bind('language')} />
      <TextField label={say('template.header')} {...bind('header')} />
      <TextAreaField
        label={say('template.body')}
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
