import { Checkbox, FileInput, Input } from '@mantine/core'
import { type ComponentProps, type DragEvent, useState } from 'react'
import { language, say } from '../words/words.ts'
import styles from './desk.module.css'
import fileFieldStyles from './file-field.module.css'
import { SelectField, useFault } from './form.tsx'
import { Icon } from './icon.tsx'

type ChecksProps = {
  name: string
  label: string
  /** Undefined while they load. */
  choices: readonly { id: string; name: string }[] | undefined
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Checkboxes for a few choices, and for chosen ones that were deleted, so that they can be unchecked. Absent while they load or without any. */
export function ChecksField({ name, label, choices, chosen, onChange }: ChecksProps) {
  const fault = useFault(name, chosen)
  if (choices === undefined) return null
  const deleted = chosen.filter((id) => choices.every((each) => each.id !== id))
  const shown = [...choices, ...deleted.map((id) => ({ id, name: `${id} ${say('automation.gone')}` }))]
  if (shown.length === 0) return null
  return (
    <fieldset className={styles.checks}>
      <legend>{label}</legend>
      {fault && <Input.Error>{fault}</Input.Error>}
      {shown.map((choice) => (
        <Checkbox
          key={choice.id}
          size="xs"
          label={choice.name}
          checked={chosen.includes(choice.id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, choice.id] : chosen.filter((each) => each !== choice.id))
          }
        />
      ))}
    </fieldset>
  )
}

type FileFieldProps = {
  name: string
  label: string
  description: string
  /** Text of the button while no file is chosen. */
  placeholder: string
  accept: string
  file: File | undefined
  onChange: (file: File | undefined) => void
}

/** Field for a file, which is chosen with the button or dropped on it, whatever `accept` suggests. The button shows the file's name. */
export function FileField({ name, file, onChange, ...props }: FileFieldProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  const drop = (event: DragEvent<HTMLElement>) => {
    over(event)
    const input = event.currentTarget.querySelector('input')
    if (input === null || event.dataTransfer.files.length === 0) return
    // As if it had been chosen, so that the drawer also asks before discarding it.
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return (
    <div
      className={fileFieldStyles.field}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={drop}
    >
      <FileInput
        {...props}
        {...(file ? { 'aria-label': `${props.label}: ${file.name}` } : {})}
        leftSection={<Icon name="file" size={16} />}
        value={file ?? null}
        error={useFault(name, file)}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    </div>
  )
}

type ChoiceProps = Omit<ComponentProps<typeof SelectField>, 'data' | 'value'> & {
  value: string
  /** Choices shown before the list, such as "none". */
  first?: readonly { value: string; label: string }[]
}

/** Select field for a country, with names in the reader's language. */
export function CountryField({ first = [], ...props }: ChoiceProps) {
  return <SelectField {...props} data={[...first, ...named(countries, 'region')]} />
}

/** Select field for one of WhatsApp's template languages. */
export function LanguageField(props: Omit<ChoiceProps, 'first'>) {
  return <SelectField {...props} data={named(languages, 'language')} />
}

/** Select field for a time zone. Adds UTC, because the browser's list may lack it. */
export function TimeZoneField({ first = [], ...props }: ChoiceProps) {
  const known = first.map(({ value }) => value)
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  const others = [...zones].filter((zone) => !known.includes(zone)).map((zone) => ({ value: zone, label: zone }))
  return <SelectField {...props} data={[...first, ...others]} />
}

/** Returns choices for these codes, with names in the reader's language, sorted by name. */
function named(codes: readonly string[], type: 'region' | 'language') {
  const locale = language()
  const names = new Intl.DisplayNames(locale, { type })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code) => ({ value: code, label: `${names.of(code.replace('_', '-')) ?? code} (${code})` }))
    .toSorted((a, b) => compare(a.label, b.label))
}

/** Countries and regions with phone numbers (ISO 3166-1 alpha-2). */
const countries = [
  'AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA',
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR',
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR',
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO',
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT',
  'TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '))

const languages = [
  'af ar ar_AE ar_EG ar_LB ar_MA ar_QA az be_BY bg bn bn_IN ca cs da de de_AT de_CH el en en_AE en_AU en_CA en_GB',
  'en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_US en_ZA es es_AR es_CL es_CO es_CR es_DO es_EC es_ES',
  'es_HN es_MX es_PA es_PE es_UY et fa fi fil fr fr_BE fr_CA fr_CH fr_CI fr_MA ga gu ha he hi hr hu id it ja ka',
  'kk kn ko ky_KG lo lt lv mk ml mr ms nb nl nl_BE pa pl prs_AF ps_AF pt_BR pt_PT ro ru rw_RW si_LK sk sl sq sr',
  'sv sw ta te th tr uk ur uz vi zh_CN zh_HK zh_TW zu',
].flatMap((line) => line.split(' '))
