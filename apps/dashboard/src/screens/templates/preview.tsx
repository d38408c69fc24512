import { filledText } from '../../messages/filled-text.ts'
import { Panel } from '../../parts/page.tsx'
import { say } from '../../words/say.ts'
import type { QuickReply } from './buttons-field.tsx'
import type { TemplateTexts } from './rules.ts'
import styles from './templates.module.css'

type Props = { texts: TemplateTexts; buttons: readonly QuickReply[] }

/** The template as a customer sees it, with its samples. */
export function Preview({ texts: { header, body, footer, samples }, buttons }: Props) {
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
