let plain = ''
let count = 0

/** Counts one more alert in the title of the tab. */
export function countInTitle(): void {
  if (count === 0) plain = document.title
  document.title = `(${++count}) ${plain}`
}

/** Takes the count out of the title, once the person looks. */
export function clearTitle(): void {
  if (count > 0) document.title = plain
  count = 0
}
