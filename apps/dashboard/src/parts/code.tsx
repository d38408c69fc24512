import styles from './desk.module.css'

/** A long text of a machine, which scrolls within its frame, also by keyboard. */
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
