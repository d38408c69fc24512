import styles from './desk.module.css'

/** Long code in a frame that scrolls, also with the keyboard. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      {/* Only an element that takes the focus scrolls by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
