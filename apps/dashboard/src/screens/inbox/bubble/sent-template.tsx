import { useQuery } from '@tanstack/react-query'
import type { Message } from '../../../api/kinds.ts'
import { templatesQuery } from '../../../api/lists.ts'
import { filledText, valuesByName } from '../../../messages/filled-text.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useWorkspaceId } from '../../../session/me.ts'
import styles from './bubble.module.css'
import { Words } from './words.tsx'

type Props = { template: NonNullable<Message['template']>; number: string; hasText: boolean }

/** A template as the customer reads it, with its name; only its values where the template is known no more. */
export function SentTemplate({ template: { name, language, variables }, number, hasText }: Props) {
  const templates = useQuery({ ...templatesQuery(useWorkspaceId(), number), enabled: !hasText }).data ?? []
  const values = valuesByName(variables)
  const body = templates.find((each) => each.name === name && each.language === language)?.body
  return (
    <>
      {!hasText && body && <Words text={filledText(body, values)} />}
      <div className={styles.template}>
        <Icon name="template" size={13} /> {name} · {language}
        {!hasText && !body && <span className={styles.quiet}> {Object.values(values).join(' · ')}</span>}
      </div>
    </>
  )
}
